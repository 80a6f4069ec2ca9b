/// Amounts that do not mix.
///
/// Units: MiB = 2^20 bytes; Cores in the chip's own unit (percent on a soft-split chip, AI cores on
/// a
///        hard-split one); Cpus = AI CPUs; Slots = shares a chip may carry.
#pragma once

#include <compare>
#include <cstdint>

namespace npushare {

template <class Unit>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(std::int64_t value) : value_(value) {}

  constexpr std::int64_t value() const { return value_; }

  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    value_ -= other.value_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return a += b; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return a -= b; }
  friend constexpr auto operator<=>(Quantity, Quantity) = default;

 private:
  std::int64_t value_ = 0;
};

using MiB = Quantity<struct MiBUnit>;
using Cores = Quantity<struct CoresUnit>;
using Cpus = Quantity<struct CpusUnit>;
using Slots = Quantity<struct SlotsUnit>;

}  // namespace npushare
