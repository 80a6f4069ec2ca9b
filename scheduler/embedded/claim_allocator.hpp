/// The allocations that kube-scheduler would write for a pod's claims on one node.
///
/// Depth first: the first device that is left for a request is tried, and taken back when a later
/// request finds none. A request with a count never takes one device twice; mode All takes every
/// device that its selectors name. Written apart from dra/ on purpose.
/// Errors:  kInvalid: a class that is missing, a selector that cannot be evaluated: the whole
///          attempt has failed, whatever other devices there are.
/// Source:  spec/dra-accounting.md 3; kube-scheduler 1.37.2.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/embedded/device_use.hpp"

namespace npushare::embedded {

/// What an allocation is made from, at one version of the cluster.
struct DeviceWorld {
  std::vector<PoolDevice> devices;
  std::vector<Object> classes;
  std::vector<Object> taint_rules;
  DeviceUse use;
};

using NewShareId = std::function<std::string()>;

/// One `status.allocation` a claim, in their order; nothing when the node cannot give them all.
Result<std::optional<std::vector<wire::Json>>> allocate_claims(const DeviceWorld& world,
                                                               const std::vector<Object>& claims,
                                                               const std::string& node,
                                                               const NewShareId& new_share_id);

}  // namespace npushare::embedded
