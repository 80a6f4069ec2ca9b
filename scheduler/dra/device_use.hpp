/// What claims have taken of each device, as kube-scheduler counts it.
///
/// Shape:   every result of every allocated claim, also of one that is being deleted, but for admin
///          access. What a share consumes is what its status says.
/// Errors:  consumption that is no quantity, negative or beyond 64 bits counts nothing here, and
///          the device is uncountable: nobody can foretell what an allocator makes of it.
/// Threads: plain values.
/// Source:  spec/dra-accounting.md 2.4, 3.4, 3.6.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "scheduler/dra/device_name.hpp"
#include "scheduler/wire/claim.hpp"
#include "scheduler/wire/quantity.hpp"

namespace npushare::dra {

/// By capacity key, as written.
using Amounts = std::map<std::string, wire::ExactQuantity>;

struct DeviceHolder {
  std::string claim;  // namespace/name
  Amounts amounts;
  bool is_alone = false;        // no share: the whole device
  bool is_uncountable = false;  // and whatever is wrong with it is left out of the amounts
};

struct DeviceUse {
  Amounts taken;
  bool is_alone = false;
  bool is_uncountable = false;
  std::vector<DeviceHolder> holders;
};

using DeviceUses = std::map<DeviceName, DeviceUse>;
using Claims = std::span<const wire::ResourceClaim* const>;

DeviceUses uses_of(Claims claims);

void add_holder(DeviceUse& use, DeviceHolder holder);

}  // namespace npushare::dra
