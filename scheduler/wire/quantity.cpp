#include "scheduler/wire/quantity.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>

namespace npushare::wire {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kLongest = 128;  // characters; more is nobody's quantity
constexpr int kHugePower = 10'000;     // beyond any number of digits that fits the longest text

struct Unit {
  std::string_view text;
  int power = 0;
  bool is_binary = false;  // power of 2, else of 10
};

constexpr std::array<Unit, 16> kUnits{{{"", 0},
                                       {"n", -9},
                                       {"u", -6},
                                       {"m", -3},
                                       {"k", 3},
                                       {"M", 6},
                                       {"G", 9},
                                       {"T", 12},
                                       {"P", 15},
                                       {"E", 18},
                                       {"Ki", 10, true},
                                       {"Mi", 20, true},
                                       {"Gi", 30, true},
                                       {"Ti", 40, true},
                                       {"Pi", 50, true},
                                       {"Ei", 60, true}}};

/// A number cut into its sign, digits and unit.
struct Written {
  bool is_negative = false;
  std::string whole;     // digits, no leading zeros
  std::string fraction;  // digits
  Unit unit;
};

/// A magnitude; its rest below one is only zero or not.
struct Magnitude {
  std::uint64_t whole = 0;
  bool has_rest = false;
};

std::string take_digits(std::string_view& text) {
  const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string digits(text.substr(0, size));
  text.remove_prefix(size);
  return digits;
}

/// `e` or `E` and a whole number; numbers of any length, cut off where they no longer matter.
std::optional<Unit> read_exponent(std::string_view text) {
  if (!text.starts_with('e') && !text.starts_with('E')) return std::nullopt;
  text.remove_prefix(1);
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  const std::string digits = take_digits(text);
  if (digits.empty() || !text.empty()) return std::nullopt;
  int power = kHugePower;
  std::from_chars(digits.data(), digits.data() + digits.size(), power);
  power = std::min(power, kHugePower);
  return Unit{.text = "", .power = is_negative ? -power : power};
}

std::optional<Unit> read_unit(std::string_view text) {
  const auto* known = std::ranges::find(kUnits, text, &Unit::text);
  if (known != kUnits.end()) return *known;
  return read_exponent(text);
}

std::optional<Written> cut(std::string_view text) {
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  Written number;
  number.is_negative = text.starts_with('-');
  if (number.is_negative || text.starts_with('+')) text.remove_prefix(1);
  number.whole = take_digits(text);
  number.whole.erase(0, number.whole.find_first_not_of('0'));
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    number.fraction = take_digits(text);
  }
  const std::optional<Unit> unit = read_unit(text);
  if (!unit) return std::nullopt;
  number.unit = *unit;
  return number;
}

/// Nothing above 2^64 - 1.
std::optional<std::uint64_t> whole_of(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [stop, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure == std::errc::result_out_of_range) return std::nullopt;
  return value;
}

bool is_zero(std::string_view digits) {
  return digits.find_first_not_of('0') == std::string_view::npos;
}

/// Moves the decimal point by the power.
std::optional<Magnitude> decimal_magnitude(const Written& number) {
  std::string digits = number.whole + number.fraction;
  if (is_zero(digits)) return Magnitude{};
  const int point = static_cast<int>(number.whole.size()) + number.unit.power;
  if (point <= 0) return Magnitude{.whole = 0, .has_rest = true};
  const auto size = static_cast<std::size_t>(point);
  if (size > digits.size() + 20) return std::nullopt;  // zeros enough to exceed 64 bits
  if (size > digits.size()) digits.append(size - digits.size(), '0');
  const std::optional<std::uint64_t> whole = whole_of(std::string_view(digits).substr(0, size));
  if (!whole) return std::nullopt;
  return Magnitude{.whole = *whole, .has_rest = !is_zero(std::string_view(digits).substr(size))};
}

/// Twice the decimal fraction; the carry is what reached one.
std::uint64_t double_fraction(std::string& digits) {
  int carry = 0;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    const int twice = 2 * (*digit - '0') + carry;
    *digit = static_cast<char>('0' + twice % 10);
    carry = twice / 10;
  }
  return static_cast<std::uint64_t>(carry);
}

/// Magnitudes in powers of two end at 2^63 - 1 instead of overflowing.
Magnitude binary_magnitude(const Written& number) {
  const Magnitude most{.whole = kMost, .has_rest = false};
  std::optional<std::uint64_t> whole = whole_of(number.whole);
  if (!whole || *whole > kMost) return most;
  std::string fraction = number.fraction;
  for (int power = 0; power < number.unit.power; ++power) {
    *whole = 2 * *whole + double_fraction(fraction);
    if (*whole > kMost) return most;
  }
  if (*whole == kMost) return most;
  return {.whole = *whole, .has_rest = !is_zero(fraction)};
}

}  // namespace

std::optional<Quantity> read_quantity(std::string_view text) {
  const std::optional<Written> number = cut(text);
  if (!number) return std::nullopt;
  const std::optional<Magnitude> size = number->unit.is_binary
                                            ? std::optional(binary_magnitude(*number))
                                            : decimal_magnitude(*number);
  if (!size) return std::nullopt;
  const std::uint64_t limit = number->is_negative ? kMost + 1 : kMost;
  if (size->whole > limit || (size->has_rest && size->whole == limit)) return std::nullopt;

  const std::uint64_t rounded = size->whole + (size->has_rest ? 1 : 0);
  return Quantity{
      .rounded_up = static_cast<std::int64_t>(number->is_negative ? ~rounded + 1 : rounded),
      .is_integer = !size->has_rest,
      .has_suffix = !number->unit.text.empty()};
}

}  // namespace npushare::wire
