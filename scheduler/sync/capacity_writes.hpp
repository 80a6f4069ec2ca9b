/// Which node's capacity is written when.
///
/// A node is compared each time the cluster shows it, and written only when it differs: never
/// periodically. The first write goes at once; each further one of a node waits longer, from 10 s
/// to 5 min, so that whoever resets the values is not fought with. A node that was well for as long
/// again starts anew. A write that failed is tried again after the wait, although the node shows
/// nothing new.
/// Threads: any.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "accounting/names.hpp"
#include "scheduler/observe/clock.hpp"
#include "scheduler/wire/node_status.hpp"

namespace npushare::sync {

class CapacityWrites {
 public:
  static constexpr std::chrono::seconds kFirstWait{10};
  static constexpr std::chrono::seconds kLongestWait{300};

  explicit CapacityWrites(const observe::Clock& clock) : clock_(clock) {}

  /// The node as it was just shown lacks this; empty: it lacks nothing.
  void lacks(const NodeName& node, wire::CapacityPatch patch);
  void forget(const NodeName& node);
  void forget_all();

  /// What is to be written now, by node, at most so much at once; each counts as written.
  std::vector<std::pair<NodeName, wire::CapacityPatch>> due(std::size_t most);

 private:
  struct Wanted {
    wire::CapacityPatch patch;  // empty: the node is well
    observe::Clock::Monotonic not_before;
    std::chrono::seconds wait{0};  // after the last write; 0: there was none yet
  };

  const observe::Clock& clock_;
  std::mutex mutex_;
  std::map<NodeName, Wanted> nodes_;  // guarded by mutex_
};

}  // namespace npushare::sync
