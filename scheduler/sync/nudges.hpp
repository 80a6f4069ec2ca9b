/// Wakes refused pods for which room has come.
///
/// The scheduler and we watch the cluster apart from each other: a deletion may wake a pod before
/// our book shows the room, the pod is refused once more, and nothing wakes it again for minutes.
/// So a pod that was refused and fits now gets one annotation patched, which the scheduler takes as
/// a reason to try at once. Bounds:  of a thousand refused pods only as many as fit, the most
/// important first; each refusal is
///          answered by one nudge at most; nothing while nothing leaves.
/// Threads: refused() and room_on() from any; run() from one, about once a second.
/// Source:  spec/kube-scheduler-extender.md 1.7; design.md 6.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <vector>

#include "accounting/ledger_book.hpp"
#include "scheduler/verbs/ports.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::sync {

class Nudges {
 public:
  /// `send` patches the pod; its number differs from the last one's.
  using Send = std::function<void(PodKey pod, PodUid uid, std::uint64_t number)>;

  Nudges(const LedgerBook& book, const Published<verbs::Rules>& rules, const verbs::PodIndex& pods,
         Send send)
      : book_(book), rules_(rules), pods_(pods), send_(std::move(send)) {}

  /// filter found no node for the pod.
  void refused(const PodKey& pod);

  /// Something left this node, or it came back.
  void room_on(const NodeName& node);

  /// Nudges who fits where room has come of late.
  void run();

 private:
  std::set<NodeName> nodes_to_look_at();
  std::vector<Request> refused_requests();
  void fill(const NodeName& node, std::vector<Request>& waiting);

  const LedgerBook& book_;
  const Published<verbs::Rules>& rules_;
  const verbs::PodIndex& pods_;
  const Send send_;

  std::mutex mutex_;
  std::set<PodKey> refused_;  // guarded by mutex_
  std::set<NodeName> nodes_;  // guarded by mutex_
  // Looked at once more: a refusal may be reported after the room came that it did not see yet.
  std::set<NodeName> nodes_before_;  // run()'s own, as is number_
  std::uint64_t number_ = 0;
};

}  // namespace npushare::sync
