/// The extender protocol's preempt: who is to leave which node so that a pod fits.
///
/// Shape:   a scheduler that keeps no cache for us sends whole pods, any other their UIDs; the
///          answer is UIDs in both modes. Keys are Go field names, read in any case.
/// Errors:  kInvalid with the field and the offset.
/// Source:  spec/kube-scheduler-extender.md 2.1, 3; data/recorded/kube-scheduler-1.37.2.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

struct GivenVictim {
  PodUid uid;
  std::optional<Pod> pod;  // of a scheduler that sends whole pods
};

/// Whom the scheduler would evict from one node; most important first.
struct GivenVictims {
  std::vector<GivenVictim> pods;
  std::int64_t broken_budgets = 0;  // NumPDBViolations
};

struct PreemptArgs {
  Pod pod;
  bool has_pod = false;
  std::map<NodeName, GivenVictims> nodes;  // of both forms given, the one with UIDs counts
};

/// Reads the first JSON value of the body; `null` is one without fields. A victim without a UID
/// is an error: there would be no way to name it in the answer.
Result<PreemptArgs> read_preempt_args(std::string_view body);

struct NodeVictims {
  NodeName node;
  std::vector<PodUid> pods;
  std::int64_t broken_budgets = 0;
};

/// No null anywhere inside: kube-scheduler panics on one.
std::string write_preempt_answer(std::span<const NodeVictims> nodes);

}  // namespace npushare::wire
