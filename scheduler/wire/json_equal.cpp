#include <algorithm>
#include <charconv>

#include "scheduler/wire/json.hpp"

namespace npushare::wire {
namespace {

/// A JSON number as sign, digits without zeros at either end, and the power of ten of the last
/// digit.
struct Decimal {
  bool is_negative = false;
  std::string digits;
  std::int64_t exponent = 0;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

std::int64_t exponent_of(std::string_view written) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 60U;  // beyond any number of digits
  if (written.starts_with('+')) written.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto [stop, failure] =
      std::from_chars(written.data(), written.data() + written.size(), exponent);
  if (failure == std::errc::result_out_of_range) return written.starts_with('-') ? -kHuge : kHuge;
  return std::clamp(exponent, -kHuge, kHuge);
}

Decimal decimal_of(std::string_view text) {
  Decimal value;
  value.is_negative = text.starts_with('-');
  if (value.is_negative) text.remove_prefix(1);
  const std::size_t power = std::min(text.find_first_of("eE"), text.size());
  if (power < text.size()) value.exponent = exponent_of(text.substr(power + 1));

  const std::string_view mantissa = text.substr(0, power);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::string_view fraction = mantissa.substr(std::min(point + 1, mantissa.size()));
  value.digits = mantissa.substr(0, point);
  value.digits += fraction;
  value.exponent -= static_cast<std::int64_t>(fraction.size());

  value.digits.erase(0, value.digits.find_first_not_of('0'));
  while (value.digits.ends_with('0')) {
    value.digits.pop_back();
    ++value.exponent;
  }
  return value.digits.empty() ? Decimal{} : value;  // -0 is 0
}

bool same_members(const Json::Object& a, const Json::Object& b) {
  if (a.size() != b.size()) return false;
  return std::ranges::all_of(a, [&](const Json::Member& member) {
    const auto other = std::ranges::find(b, member.first, &Json::Member::first);
    return other != b.end() && other->second == member.second;
  });
}

}  // namespace

bool operator==(const Json& a, const Json& b) {
  if (a.value_.index() != b.value_.index()) return false;
  if (a.is_object()) return same_members(a.members(), b.members());
  if (a.is_array()) return a.items() == b.items();
  if (a.is_number()) return decimal_of(a.number_text()) == decimal_of(b.number_text());
  return a.is_string() ? a.string() == b.string() : a.boolean() == b.boolean();
}

}  // namespace npushare::wire
