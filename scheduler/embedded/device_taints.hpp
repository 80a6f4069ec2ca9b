/// Devices that a taint keeps new claims off: of the slice itself, or of a DeviceTaintRule.
///
/// NoSchedule and NoExecute keep claims off that do not tolerate them; nothing is evicted here.
/// Source: kubernetes.io DRA, device taints and tolerations (KEP-5055).
#pragma once

#include <vector>

#include "scheduler/embedded/device_pools.hpp"

namespace npushare::embedded {

/// `request`: the exact request, for its tolerations.
bool is_tolerated(const PoolDevice& device, const std::vector<Object>& taint_rules,
                  const wire::Json& request);

}  // namespace npushare::embedded
