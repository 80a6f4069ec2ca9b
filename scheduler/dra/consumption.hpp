/// How much of a device's capacity a share of it takes, as kube-scheduler's allocator counts it.
///
/// Units:   the capacity's own: bytes of memory, percent of the cores. Nothing is rounded but by
/// the
///          device's own rule.
/// Errors:  numbers that the allocators of Kubernetes up to 1.36 wrap, or count as room given back,
///          are poisoned: they fit nowhere.
/// Threads: plain values and functions.
/// Source:  spec/dra-accounting.md 3.2, 3.3, 3.6; KEP-5075.
#pragma once

#include <optional>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/quantity.hpp"
#include "scheduler/wire/slice.hpp"

namespace npushare::dra {

using wire::ExactQuantity;

/// validRange.
struct CapacityRange {
  ExactQuantity min;
  std::optional<ExactQuantity> max;
  std::optional<ExactQuantity> step;
};

/// One capacity of a device, its numbers read.
struct Capacity {
  ExactQuantity value;
  bool has_rule = false;                  // requestPolicy
  std::optional<ExactQuantity> fallback;  // what no request takes
  std::vector<ExactQuantity> values;      // the only ones, ascending; empty: any
  std::optional<CapacityRange> range;
};

/// kInvalid: "validRange.min: \"8Gx\" is not a quantity".
Result<Capacity> read_capacity(const wire::DeviceCapacity& written);

/// What one share takes of one capacity.
struct Consumption {
  ExactQuantity amount;
  bool is_poisoned = false;
};

/// `asked`: nothing when the request does not name this capacity.
Consumption consumed(const std::optional<ExactQuantity>& asked, const Capacity& of);

/// The device's rule forbids shares of this size: the device is passed over.
bool violates(const ExactQuantity& amount, const Capacity& of);

}  // namespace npushare::dra
