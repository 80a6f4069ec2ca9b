#include "config/go_duration.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace npushare::config {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds = 1;
};

constexpr Unit kUnits[] = {{"ns", 1},
                           {"us", 1'000},
                           {"\xC2\xB5s", 1'000},  // the micro sign
                           {"\xCE\xBCs", 1'000},  // the Greek letter
                           {"ms", 1'000'000},
                           {"s", 1'000'000'000},
                           {"m", 60'000'000'000},
                           {"h", 3'600'000'000'000}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view take_while(std::string_view& text, auto&& holds) {
  const auto end = std::ranges::find_if_not(text, holds);
  const auto length = static_cast<std::size_t>(end - text.begin());
  const std::string_view taken = text.substr(0, length);
  text.remove_prefix(length);
  return taken;
}

/// Nothing when the product is too large.
std::optional<std::int64_t> whole_part(std::string_view digits, std::int64_t unit) {
  std::int64_t value = 0;
  for (const char digit : digits) {
    if (value > (kMost / unit - (digit - '0')) / 10) return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  return value * unit;
}

/// Digits that no nanosecond depends on any more are let go, so nothing overflows.
std::int64_t fraction_part(std::string_view digits, std::int64_t unit) {
  std::int64_t value = 0;
  double scale = 1;
  for (const char digit : digits) {
    if (value > (kMost - 9) / 10) break;
    value = value * 10 + (digit - '0');
    scale *= 10;
  }
  return static_cast<std::int64_t>(static_cast<double>(value) *
                                   (static_cast<double>(unit) / scale));
}

/// Takes one number with its unit off the text.
std::optional<std::int64_t> take_span(std::string_view& text) {
  const std::string_view whole = take_while(text, is_digit);
  const bool has_point = text.starts_with('.');
  if (has_point) text.remove_prefix(1);
  const std::string_view fraction = has_point ? take_while(text, is_digit) : std::string_view();
  if (whole.empty() && fraction.empty()) return std::nullopt;
  const std::string_view name = take_while(text, [](char c) { return c != '.' && !is_digit(c); });
  const auto unit = std::ranges::find(kUnits, name, &Unit::name);
  if (unit == std::ranges::end(kUnits)) return std::nullopt;
  const auto value = whole_part(whole, unit->nanoseconds);
  const std::int64_t rest = fraction_part(fraction, unit->nanoseconds);
  if (!value || *value > kMost - rest) return std::nullopt;
  return *value + rest;
}

}  // namespace

std::optional<std::chrono::nanoseconds> go_duration_in(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  if (text == "0") return std::chrono::nanoseconds{0};
  if (text.empty()) return std::nullopt;
  std::int64_t sum = 0;
  while (!text.empty()) {
    const std::optional<std::int64_t> span = take_span(text);
    if (!span || *span > kMost - sum) return std::nullopt;
    sum += *span;
  }
  return std::chrono::nanoseconds{is_negative ? -sum : sum};
}

}  // namespace npushare::config
