/// Volcano's HTTP extender: what its scheduler sends, as far as it is read, and the answers.
///
/// Shape:   bodies are whole Go structs, of megabytes; what no field here names is skipped without
///          being copied. Keys are Go field names, matched exactly; each may be absent.
/// Errors:  kInvalid with the path of the field.
/// Threads: none shared.
/// Source:  spec/volcano-deviceshare.md 5.3, 5.5; data/recorded/volcano-1.15.0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/objects.hpp"
#include "scheduler/wire/pod_molds.hpp"

namespace npushare::wire {

/// Where a pod stands in Volcano's eyes.
enum class TaskStatus : std::uint16_t {
  kNotSaid = 0,  // or none of these
  kPending = 1,
  kAllocated = 2,  // placed by the session that runs
  kPipelined = 4,  // placed where others are still to leave
  kBinding = 8,    // committed; its Binding may not be there yet
  kBound = 16,
  kRunning = 32,
  kReleasing = 64,
  kSucceeded = 128,
  kFailed = 256,
};

struct VolcanoTask {
  PodUid uid;  // the pod's, where the task names none
  PodKey key;  // likewise
  std::string job;
  NodeName node;
  TaskStatus status = TaskStatus::kNotSaid;
};

/// A pod that stands on a node in the running session's eyes.
struct VolcanoPeer {
  PodUid uid;
  TaskStatus status = TaskStatus::kNotSaid;
};

struct VolcanoNode {
  NodeName name;
  bool has_tasks = false;  // the node says who is on it
  std::vector<VolcanoPeer> tasks;
};

struct VolcanoArgs {
  bool has_task = false;
  VolcanoTask task;
  PodMolds pods;  // has this call's pod
  bool has_pod = false;
  std::vector<VolcanoNode> nodes;  // one for a predicate, several for prioritize

  const Pod& pod() const { return pods.pod(); }
};

/// Reads `{"task":…,"node":…}`, `{"task":…,"nodes":[…]}` or `{"task":…}`. `args` is reused between
/// calls to keep its memory; `body` may go once this returns.
Result<> read_volcano_args(std::string_view body, VolcanoArgs& args);

/// An empty reason means that the node will do. `code` is one of Volcano's from 0 to 5.
std::string write_volcano_verdict(std::string_view reason, int code);

struct VolcanoScore {
  std::string_view node;
  double score = 0;
};
std::string write_volcano_scores(std::span<const VolcanoScore> scores);
/// In place of scores.
std::string write_volcano_no_scores(std::string_view error);

/// An empty error means done.
std::string write_volcano_event(std::string_view error);

}  // namespace npushare::wire
