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

struct Magnitude {
  std::uint64_t whole = 0;
  bool has_rest = false;   // something below one
  std::int64_t nanos = 0;  // of that rest, rounded up: at most 10^9
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

/// Of the digits behind the point.
Magnitude with_rest(std::uint64_t whole, std::string_view digits) {
  Magnitude magnitude{.whole = whole, .has_rest = !is_zero(digits)};
  if (!magnitude.has_rest) return magnitude;
  constexpr std::size_t kDigits = 9;
  for (std::size_t at = 0; at < kDigits; ++at)
    magnitude.nanos = 10 * magnitude.nanos + (at < digits.size() ? digits[at] - '0' : 0);
  if (digits.size() > kDigits && !is_zero(digits.substr(kDigits))) ++magnitude.nanos;
  return magnitude;
}

/// Moves the decimal point by the power.
std::optional<Magnitude> decimal_magnitude(const Written& number) {
  std::string digits = number.whole + number.fraction;
  if (is_zero(digits)) return Magnitude{};
  const int point = static_cast<int>(number.whole.size()) + number.unit.power;
  if (point <= 0) {
    const std::size_t zeros = std::min<std::size_t>(static_cast<std::size_t>(-point), 10);
    return with_rest(0, digits.insert(0, zeros, '0'));
  }
  const auto size = static_cast<std::size_t>(point);
  if (size > digits.size() + 20) return std::nullopt;  // zeros enough to exceed 64 bits
  if (size > digits.size()) digits.append(size - digits.size(), '0');
  const std::optional<std::uint64_t> whole = whole_of(std::string_view(digits).substr(0, size));
  if (!whole) return std::nullopt;
  return with_rest(*whole, std::string_view(digits).substr(size));
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
  return with_rest(*whole, fraction);
}

/// Nothing when the number rounded up does not fit 64 bits with its sign.
std::optional<Magnitude> magnitude_of(const Written& number) {
  std::optional<Magnitude> size =
      number.unit.is_binary ? std::optional(binary_magnitude(number)) : decimal_magnitude(number);
  if (!size) return std::nullopt;
  const std::uint64_t limit = number.is_negative ? kMost + 1 : kMost;
  if (size->whole > limit || (size->has_rest && size->whole == limit)) return std::nullopt;
  return size;
}

std::string divided(std::int64_t value, std::int64_t step, std::string_view units,
                    std::string_view ending) {
  std::size_t power = 0;
  while (value != 0 && value % step == 0) {
    value /= step;
    ++power;
  }
  std::string text = std::to_string(value);
  if (power > 0) text.append(1, units[power - 1]).append(ending);
  return text;
}

}  // namespace

std::optional<Quantity> read_quantity(std::string_view text) {
  const std::optional<Written> number = cut(text);
  if (!number) return std::nullopt;
  const std::optional<Magnitude> size = magnitude_of(*number);
  if (!size) return std::nullopt;

  const std::uint64_t rounded = size->whole + (size->has_rest ? 1 : 0);
  return Quantity{
      .rounded_up = static_cast<std::int64_t>(number->is_negative ? ~rounded + 1 : rounded),
      .is_integer = !size->has_rest,
      .has_suffix = !number->unit.text.empty()};
}

std::optional<ExactQuantity> read_exact_quantity(std::string_view text) {
  const std::optional<Written> number = cut(text);
  if (!number) return std::nullopt;
  const std::optional<Magnitude> size = magnitude_of(*number);
  const Int128 nanos = size ? Int128{size->whole} * ExactQuantity::kNanos + size->nanos
                            : (Int128{kMost} + 1) * ExactQuantity::kNanos;
  return ExactQuantity{.nanos = number->is_negative ? -nanos : nanos,
                       .is_overflow = !size.has_value()};
}

std::int64_t ExactQuantity::value() const {
  const Int128 whole = nanos / kNanos;
  const Int128 away = nanos % kNanos == 0 ? 0 : nanos < 0 ? -1 : 1;
  return static_cast<std::int64_t>(whole + away);
}

std::string ExactQuantity::text() const {
  if (is_overflow) return is_negative() ? "less than -2^63" : "2^63 or more";
  const Int128 size = nanos < 0 ? -nanos : nanos;
  const auto whole = static_cast<std::uint64_t>(size / kNanos);
  std::string text = (nanos < 0 ? "-" : "") + std::to_string(whole);
  const auto rest = static_cast<std::uint64_t>(size % kNanos);
  if (rest == 0) return text;
  const std::string digits = std::to_string(rest + static_cast<std::uint64_t>(kNanos)).substr(1);
  return text + '.' + digits.substr(0, digits.find_last_not_of('0') + 1);
}

std::string in_binary_units(std::int64_t value) {
  if (value > -1024 && value < 1024) return in_decimal_units(value);
  return divided(value, 1024, "KMGTPE", "i");
}

std::string in_decimal_units(std::int64_t value) {
  return divided(value, 1000, "kMGTPE", "");
}

}  // namespace npushare::wire
