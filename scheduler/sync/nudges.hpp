/// Wakes refused pods for which room has come, on a node or in their namespace's quota.
///
/// The scheduler and we watch the cluster apart from each other: a deletion may wake a pod before
/// our book shows the room, the pod is refused once more, and nothing wakes it again for minutes.
/// So a pod that was refused and fits now gets one annotation patched, which the scheduler takes as
/// a reason to try at once. Who was refused for its namespace's quota waits for no node: as soon as
/// the quota leaves so much, however that came about, it is looked for on all of them.
/// Bounds:  of a thousand refused pods only as many as fit, the most important first; each refusal
///          is answered by one nudge at most; at most kMost in a run, the others in the next, and
///          as many pods looked for on all nodes; nothing while nothing leaves; nobody for a place
///          that the quota of its namespace does not allow.
/// Threads: refused() and room_on() from any; run() from one, every second: who fits is woken
///          within two seconds of the release.
/// Source:  spec/kube-scheduler-extender.md 1.7, 4.3; design.md 6.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "accounting/ledger_book.hpp"
#include "scheduler/verbs/ports.hpp"
#include "scheduler/verbs/quotas.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::sync {

class Nudges {
 public:
  /// In one run; the API server's own limits are for bind.
  static constexpr std::size_t kMost = 50;
  /// So many runs a woken pod may take to come; then another one is woken for its room.
  static constexpr int kPatience = 10;

  /// Patches the pod that this place is for; the number differs from the last one's.
  using Send = std::function<void(const Allocation& place, std::uint64_t number)>;

  /// What a pod was refused for.
  enum class Want : std::uint8_t { kRoom, kQuota };

  /// Without quotas namespaces have no limits. All must outlive this.
  Nudges(const LedgerBook& book, const Published<verbs::Rules>& rules, const verbs::PodIndex& pods,
         Send send, verbs::Quotas* quotas = nullptr)
      : book_(book), rules_(rules), pods_(pods), send_(std::move(send)), quotas_(quotas) {}

  /// filter found no node for the pod.
  void refused(const PodKey& pod, Want want = Want::kRoom);

  /// Something left this node, or it came back.
  void room_on(const NodeName& node);

  /// Nudges who fits where room has come of late.
  void run();

 private:
  struct Woken {
    Allocation place;
    int runs = 0;
  };
  enum class Fate { kComing, kArrived, kLost };
  enum class Search { kWoken, kNoNode, kNoQuota };

  std::set<NodeName> nodes_to_look_at();
  std::set<NodeName> settle_woken();
  Fate fate_of(const Woken& woken) const;
  /// One run: who waits, and how many more may be woken.
  struct Round {
    std::vector<Request> waiting;
    verbs::ExpectedSpending expected{};
    std::size_t left = kMost;
  };

  Round begin_round();
  std::vector<Request> refused_requests();
  void fill(const NodeName& node, Round& round);
  std::vector<const Request*> within_quota_again(const Round& round) const;
  void look_everywhere(Round& round);
  Search look_everywhere_for(const Request& request, Round& round);
  bool expect(const Allocation& place, Round& round) const;
  bool waits_for(const PodKey& pod, Want want) const;
  void waits_now_for(const PodKey& pod, Want want);
  bool anybody_waits_for_quota() const;
  LedgerBook::Snapshot with_woken(LedgerBook::Snapshot ledger) const;
  void wake(Allocation place);

  const LedgerBook& book_;
  const Published<verbs::Rules>& rules_;
  const verbs::PodIndex& pods_;
  const Send send_;
  verbs::Quotas* const quotas_;

  mutable std::mutex mutex_;
  std::map<PodKey, Want> refused_;  // guarded by mutex_
  std::set<NodeName> nodes_;        // guarded by mutex_
  // Looked at once more: a refusal may be reported after the room came that it did not see yet.
  std::set<NodeName> nodes_before_;  // run()'s own, as is all below
  std::vector<Woken> woken_;         // about to take that room: nobody else is woken for it
  // Woken and refused all the same: the scheduler has reasons of its own against that node. Until
  // more room comes there, others are woken instead.
  std::set<std::pair<NodeName, PodKey>> in_vain_;
  std::uint64_t number_ = 0;
};

}  // namespace npushare::sync
