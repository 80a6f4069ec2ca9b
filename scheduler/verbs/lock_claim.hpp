/// May the lock that a node carries be replaced?
#pragma once

#include <string>

#include "scheduler/verbs/services.hpp"

namespace npushare::verbs {

/// Why a lock may be replaced.
struct Claim {
  std::string reason{};  // empty: the node has no lock
  /// False in the ordinary course: its pod has been served, and the plugin is about to drop it.
  bool is_takeover = false;
};

/// Errors: kBusy: somebody may still be served by it; kConflict: a text that is no lock.
asio::awaitable<Result<Claim>> may_take(NodeLockView view, NodeName node, kube::Deadline by,
                                        Services& with);

/// The lock names this pod.
bool is_ours(const NodeLockView& view, const PodKey& pod);

}  // namespace npushare::verbs
