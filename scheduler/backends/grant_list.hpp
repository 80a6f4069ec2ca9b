/// Which chips of one model a pod's annotations grant to which container.
///
/// Errors: kInvalid with the key.
/// Source: spec/volcano-deviceshare.md 8.3 (both slot layouts and the order of the keys).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounting/chip.hpp"
#include "accounting/result.hpp"
#include "scheduler/backends/device_string.hpp"
#include "scheduler/backends/runtime_json.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

struct GrantList {
  std::vector<DeviceEntry> devices;   // segment is the container's position in the pod
  std::vector<RuntimeEntry> runtime;  // empty when the pod has none that can be read
};

/// No devices when the pod carries none of the model's keys.
Result<GrantList> read_grant_list(const ChipModel& model, const wire::Pod& pod);

}  // namespace npushare::backends
