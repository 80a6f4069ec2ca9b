/// May the lock that a node carries be replaced?
#pragma once

#include <string>

#include "scheduler/verbs/services.hpp"

namespace npushare::verbs {

/// Why it may; empty for a node without a lock.
/// Errors: kBusy: somebody may still be served by it; kConflict: a text that is no lock.
asio::awaitable<Result<std::string>> may_take(NodeLockView view, NodeName node, kube::Deadline by,
                                              Services& with);

/// The lock names this pod.
bool is_ours(const NodeLockView& view, const PodKey& pod);

}  // namespace npushare::verbs
