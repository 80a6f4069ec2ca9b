/// The annotations of a bound pod, to what it holds on its node.
///
/// Layouts: a segment for each container of the pod (HAMi, npushare), or only for the app
/// containers with a
///          limit on the model (Volcano). A shorter list counts from the first container.
/// Prefers: -devices-allocated, then -devices-to-allocate (the plugin erases it), then
/// huawei.com/<model>. Errors:  kInvalid with the key; nothing of such a pod is charged. Source:
/// spec/volcano-deviceshare.md 8.3, spec/hami-protocol.md 6.3 and 8.3, design.md 4.
#pragma once

#include <optional>

#include "accounting/allocation.hpp"
#include "accounting/catalogue.hpp"
#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

Result<std::optional<Allocation>> read_pod_allocation(const Catalogue& catalogue,
                                                      const wire::Pod& pod);

}  // namespace npushare::backends
