/// Could this device be given to this request now? The first check that fails, in the allocator's
/// own order.
///
/// Order:   the pool; the class's selectors, then the request's; another's use of the whole device;
///          each capacity; taints.
/// Units:   as consumption.hpp; equality fits.
/// Threads: pure functions of values.
/// Source:  spec/dra-accounting.md 3.1, 3.4.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "scheduler/dra/device_use.hpp"
#include "scheduler/dra/offers.hpp"
#include "scheduler/wire/claim.hpp"

namespace npushare::dra {

enum class DeviceCheck : std::uint8_t {
  kFits,
  kPoolIncomplete,
  kPoolInvalid,
  kClassUnknown,
  kSelectorNotUnderstood,
  kSelectorFails,  // CEL stops at this device: kube-scheduler gives the whole pod up
  kNotInClass,
  kNotSelected,
  kHeldAlone,
  kUncountable,  // its consumption cannot be counted: whether it fits cannot be foretold
  kRequestInvalid,
  kCapacityUndefined,
  kCapacityInvalid,  // the device's own numbers cannot be read
  kAgainstRule,      // above the most that one share may take
  kShort,
  kTainted,
};

/// Short and fixed, so that equal refusals can be counted together.
std::string_view text_of(DeviceCheck check);

/// Selectors of DeviceClasses by the class's name.
using ClassSelectors = std::map<std::string, std::vector<std::string>, std::less<>>;

struct Shortage {
  std::string key;
  wire::ExactQuantity need;
  wire::ExactQuantity free;
};

struct DeviceFinding {
  DeviceCheck check = DeviceCheck::kFits;
  std::string detail;               // the selector, the capacity, the claim concerned
  Amounts need;                     // what the request would take, as far as that got
  Amounts free;                     // of what the device defines
  std::vector<Shortage> shortages;  // of kShort: every capacity that does not suffice

  bool fits() const { return check == DeviceCheck::kFits; }
};

DeviceFinding check_device(const wire::DeviceAsk& ask, const OfferedDevice& offer,
                           const DeviceUse& use, const ClassSelectors& classes);

}  // namespace npushare::dra
