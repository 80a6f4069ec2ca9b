/// From a pod and a node's annotations to the annotations of the bound pod, through the real
/// planner.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policies/planner.hpp"
#include "policies/registry.hpp"
#include "tests/support/backends_builders.hpp"

namespace npushare::backends_test {

inline const std::string kAllocated = "hami.io/Ascend310P-devices-allocated";

enum class Kind { kSoftNode, kHardNode };

struct Setting {
  Kind kind = Kind::kSoftNode;
  std::size_t chips = 1;
  std::string held;  // devices of a pod that is already there, in the node's mode
  bool healthy = true;
};

/// U1, U2, ... in the node's mode.
inline NodeLedger ledger_of(const Setting& given) {
  const bool soft = given.kind == Kind::kSoftNode;
  std::string list;
  for (std::size_t i = 0; i < given.chips; ++i) {
    const std::string chip =
        element("U" + std::to_string(i + 1), static_cast<int>(i), soft ? 100 : 8);
    list += (i == 0 ? "" : ",") + chip;
  }
  Inventory inventory = a_dialect().read_node(a_node(soft ? "true" : "false", "[" + list + "]"));
  for (Chip& chip : inventory.chips) chip.healthy = given.healthy;
  NodeLedger ledger(NodeName{"n1"});
  ledger.register_chips(inventory);
  if (given.held.empty()) return ledger;
  PodBuilder holder = a_pod().on("n1").app(asks("1")).with(kAllocated, given.held);
  if (soft) holder.soft();
  wire::Pod other = holder;
  other.uid = PodUid{"other"};
  ledger.observe(**a_dialect().read_allocation(other), InitPhase::kRunning);
  return ledger;
}

struct Outcome {
  std::string devices;  // empty: no place, or refused
  std::string runtime;
  std::string refusal;  // a Reason's word, or "invalid"
};

inline Outcome place(const Setting& setting, const wire::Pod& pod, std::string_view policy) {
  const Result<Request> request = a_dialect().read_request(pod);
  if (!request) return {.refusal = "invalid"};
  if (!request->wants_npu()) return {.refusal = "no request"};
  const Plan plan = plan_on(ledger_of(setting), *request, *find_policy(policy));
  if (!plan.fits()) return {.refusal = std::string(code_of(plan.refusal.reason))};
  const wire::StringMap marks = a_dialect().write_grants(*plan.allocation, 1);
  return {.devices = marks.at(kAllocated), .runtime = marks.at("huawei.com/Ascend310P")};
}

inline wire::Pod soft_pod(const std::vector<wire::StringMap>& containers) {
  PodBuilder pod = a_pod().soft();
  for (const wire::StringMap& limits : containers) pod.app(limits);
  return pod;
}

inline wire::Pod hard_pod(const std::vector<wire::StringMap>& containers) {
  PodBuilder pod = a_pod();
  for (const wire::StringMap& limits : containers) pod.app(limits);
  return pod;
}

}  // namespace npushare::backends_test
