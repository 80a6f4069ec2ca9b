#include "scheduler/embedded/measure.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace npushare::embedded {

using wire::Json;

namespace {

struct Unit {
  std::string_view suffix;
  long double factor;
  bool is_binary;
};

constexpr long double kKibi = 1024;
constexpr std::array<Unit, 16> kUnits{{{"", 1, false},
                                       {"n", 1e-9L, false},
                                       {"u", 1e-6L, false},
                                       {"m", 1e-3L, false},
                                       {"k", 1e3L, false},
                                       {"M", 1e6L, false},
                                       {"G", 1e9L, false},
                                       {"T", 1e12L, false},
                                       {"P", 1e15L, false},
                                       {"E", 1e18L, false},
                                       {"Ki", kKibi, true},
                                       {"Mi", kKibi* kKibi, true},
                                       {"Gi", kKibi* kKibi* kKibi, true},
                                       {"Ti", kKibi* kKibi* kKibi* kKibi, true},
                                       {"Pi", kKibi* kKibi* kKibi* kKibi* kKibi, true},
                                       {"Ei", kKibi* kKibi* kKibi* kKibi* kKibi* kKibi, true}}};

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/// The digits at the front, taken off the text.
std::string_view take_digits(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

std::optional<Unit> unit_of(std::string_view suffix) {
  for (const Unit& unit : kUnits)
    if (unit.suffix == suffix) return unit;
  if (suffix.size() < 2 || (suffix.front() != 'e' && suffix.front() != 'E')) return std::nullopt;
  suffix.remove_prefix(suffix[1] == '+' ? 2 : 1);
  int power = 0;
  const auto [end, problem] = std::from_chars(suffix.data(), suffix.data() + suffix.size(), power);
  if (problem != std::errc{} || end != suffix.data() + suffix.size()) return std::nullopt;
  return Unit{"", std::pow(10.0L, static_cast<long double>(power)), false};
}

long double number_of(std::string_view whole, std::string_view fraction) {
  long double value = 0;
  for (const char digit : whole) value = value * 10 + (digit - '0');
  long double place = 1;
  for (const char digit : fraction) {
    place *= 10;
    value += static_cast<long double>(digit - '0') / place;
  }
  return value;
}

}  // namespace

std::int64_t Measure::rounded_up() const {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const long double away = value < 0 ? std::floor(value) : std::ceil(value);
  if (away >= static_cast<long double>(kMost)) return kMost;
  if (away <= -static_cast<long double>(kMost)) return -kMost;
  return static_cast<std::int64_t>(away);
}

std::optional<Measure> read_measure(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const bool is_negative = text.front() == '-';
  if (is_negative || text.front() == '+') text.remove_prefix(1);
  const std::string_view whole = take_digits(text);
  std::string_view fraction;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  const std::optional<Unit> unit = unit_of(text);
  if (!unit) return std::nullopt;
  const long double number = number_of(whole, fraction);
  const long double value = number == 0 ? 0 : number * unit->factor;  // 0e99999 is 0
  return Measure{is_negative ? -value : value, unit->is_binary};
}

std::optional<Measure> measure_of(const Json& amount) {
  if (amount.is_null()) return Measure{};
  return read_measure(amount.is_number() ? amount.number_text() : amount.string());
}

std::string measure_text(std::int64_t value, bool is_binary) {
  constexpr std::array<const char*, 7> kBinary{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  constexpr std::array<const char*, 7> kDecimal{"", "k", "M", "G", "T", "P", "E"};
  const std::int64_t step = is_binary ? 1024 : 1000;
  std::size_t unit = 0;
  while (value != 0 && value % step == 0 && unit + 1 < kBinary.size()) {
    value /= step;
    ++unit;
  }
  return std::to_string(value) + (is_binary ? kBinary.at(unit) : kDecimal.at(unit));
}

Json canonical_measure(const Json& amount) {
  const std::optional<Measure> read = measure_of(amount);
  if (!read) return amount;
  const std::int64_t rounded = read->rounded_up();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const bool is_held = rounded == kMost || rounded == -kMost;
  if (is_held || static_cast<long double>(rounded) != read->value) return amount;
  return measure_text(rounded, read->is_binary);
}

}  // namespace npushare::embedded
