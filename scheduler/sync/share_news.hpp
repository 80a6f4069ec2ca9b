/// Whom to tell of what happens to pods' shares: for the history and the audit log.
///
/// Threads: told from whichever thread it happens on, sometimes under a lock: a listener takes a
///          note and returns.
#pragma once

#include <functional>

#include "accounting/allocation.hpp"
#include "accounting/names.hpp"

namespace npushare::sync {

struct ShareNews {
  /// The cluster shows the pod bound, and its shares are on the books: once for each pod.
  std::function<void(const Allocation&)> seen_bound{};
  /// Its ordinary init containers have ended: what only they took of that node is free again.
  std::function<void(const PodKey&, const PodUid&, const NodeName&)> init_ended{};
  /// The pod's shares on that node have gone back.
  std::function<void(const PodKey&, const PodUid&, const NodeName&)> released{};
  /// The pod was refused and is woken: room has come on that node.
  std::function<void(const PodKey&, const PodUid&, const NodeName&)> nudged{};
};

}  // namespace npushare::sync
