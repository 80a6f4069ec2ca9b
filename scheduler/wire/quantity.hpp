/// Kubernetes resource quantities.
///
/// Grammar: decimal number with suffix m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei, or an exponent.
/// Source:  k8s.io/apimachinery/pkg/api/resource Quantity: AsInt64 and Value.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace npushare::wire {

struct Quantity {
  std::int64_t rounded_up = 0;  // Value(): a rest below one rounds away from zero
  bool is_integer = true;       // AsInt64() would be ok: nothing was rounded
  bool has_suffix = false;      // written with a unit: 16Gi, 4k, 100m; 1e3 has none
};

/// Nothing when the text is no quantity, does not fit 64 bits, or is longer than 128 characters.
/// As in Kubernetes, more than 2^63 - 1 in binary units (8Ei) is 2^63 - 1.
std::optional<Quantity> read_quantity(std::string_view text);

__extension__ using Int128 = __int128;

/// An amount to a billionth, compared and added without rounding.
///
/// Units:  10^-9 of whatever the amount counts. What is finer is rounded away from zero.
/// Errors: what does not fit 64 bits as a whole number has lost its size and only keeps its sign.
/// Source: spec/dra-accounting.md 2.5.
struct ExactQuantity {
  static constexpr std::int64_t kNanos = 1'000'000'000;

  Int128 nanos = 0;
  bool is_overflow = false;

  static ExactQuantity whole(std::int64_t value) { return {.nanos = Int128{value} * kNanos}; }

  bool is_whole() const { return nanos % kNanos == 0; }
  bool is_negative() const { return nanos < 0; }
  /// Value(): rounded away from zero. Meaningless after an overflow.
  std::int64_t value() const;
  /// In decimal digits, "104857.6"; an overflow says so.
  std::string text() const;

  friend bool operator==(const ExactQuantity&, const ExactQuantity&) = default;
  friend std::strong_ordering operator<=>(const ExactQuantity& a, const ExactQuantity& b) {
    return a.nanos < b.nanos   ? std::strong_ordering::less
           : a.nanos > b.nanos ? std::strong_ordering::greater
                               : a.is_overflow <=> b.is_overflow;
  }
};

/// Nothing when the text is no quantity, or is longer than 128 characters.
std::optional<ExactQuantity> read_exact_quantity(std::string_view text);

/// How Kubernetes writes a whole number: 8Gi in binary units, 14680064k in decimal ones.
std::string in_binary_units(std::int64_t value);
std::string in_decimal_units(std::int64_t value);

}  // namespace npushare::wire
