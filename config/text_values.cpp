#include "config/text_values.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <span>

namespace npushare::config {
namespace {

struct Unit {
  std::string_view suffix;
  std::int64_t factor = 1;
};

constexpr Unit kTimes[] = {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
constexpr Unit kSizes[] = {{"", 1}, {"Ki", 1 << 10}, {"Mi", 1 << 20}, {"Gi", 1 << 30}};
constexpr std::int64_t kDay = 86'400'000;
constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;

std::optional<std::int64_t> digits_in(std::string_view text) {
  std::int64_t value = 0;
  const char* begin = text.data();
  const char* end = begin + text.size();
  const auto [stop, failure] = std::from_chars(begin, end, value);
  if (text.starts_with('-') || failure != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<std::int64_t> measure_in(std::string_view text, std::span<const Unit> units,
                                       std::int64_t most) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view suffix = text.substr(digits);
  const auto unit = std::ranges::find(units, suffix, &Unit::suffix);
  const std::optional<std::int64_t> value = digits_in(text.substr(0, digits));
  if (unit == units.end() || !value || *value > most / unit->factor) return std::nullopt;
  return *value * unit->factor;
}

bool is_address(int family, const std::string& text) {
  unsigned char bytes[16];
  return inet_pton(family, text.c_str(), bytes) == 1;
}

bool is_lower_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
bool is_letter_or_digit(char c) {
  return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

bool is_domain(std::string_view text) {
  const auto allowed = [](char c) { return is_lower_or_digit(c) || c == '-' || c == '.'; };
  return !text.empty() && text.size() <= 253 && is_lower_or_digit(text.front()) &&
         is_lower_or_digit(text.back()) && std::ranges::all_of(text, allowed) &&
         text.find("..") == std::string_view::npos;
}

}  // namespace

std::optional<std::chrono::milliseconds> duration_in(std::string_view text) {
  const std::optional<std::int64_t> value = measure_in(text, kTimes, kDay);
  if (!value) return std::nullopt;
  return std::chrono::milliseconds{*value};
}

std::optional<std::int64_t> byte_size_in(std::string_view text) {
  return measure_in(text, kSizes, kLargestSize);
}

std::optional<Endpoint> endpoint_in(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<std::int64_t> port = digits_in(text.substr(colon + 1));
  if (!port || *port > 65535) return std::nullopt;
  std::string address(text.substr(0, colon));
  const bool bracketed = address.size() > 2 && address.front() == '[' && address.back() == ']';
  if (bracketed) address = address.substr(1, address.size() - 2);
  if (!is_address(bracketed ? AF_INET6 : AF_INET, address)) return std::nullopt;
  return Endpoint{std::move(address), static_cast<std::uint16_t>(*port)};
}

bool is_plain_name(std::string_view text, std::size_t longest) {
  const auto allowed = [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
  };
  return !text.empty() && text.size() <= longest && is_letter_or_digit(text.front()) &&
         is_letter_or_digit(text.back()) && std::ranges::all_of(text, allowed);
}

bool is_resource_name(std::string_view text) {
  const std::size_t slash = text.find('/');
  return slash != std::string_view::npos && is_domain(text.substr(0, slash)) &&
         is_plain_name(text.substr(slash + 1), 63);
}

bool is_node_name(std::string_view text) {
  return is_domain(text);
}

}  // namespace npushare::config
