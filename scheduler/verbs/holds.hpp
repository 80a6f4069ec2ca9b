/// Where pods that were just scored are about to go.
///
/// Between prioritize and bind other pods ask. A hold on the best place counts as taken when those
/// are scored, so that binpack fills up behind it and spread moves on. It lasts kLength, or until
/// its pod is bound or turns up anywhere. A hold never refuses: a pod that fits only without the
/// holds scores lowest on that node, and no filter or bind ever looks at one.
/// Threads: any. on() and seen() take no lock while there are no holds.
/// Source:  design.md 6.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "accounting/ledger_book.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare::verbs {

class TentativeHolds {
 public:
  static constexpr std::chrono::milliseconds kLength{2000};

  using Time = observe::Clock::Monotonic;

  /// The place that prioritize rates best, in its allocation's node; replaces the pod's former
  /// hold.
  void place(Allocation allocation, Time now);
  /// False when the pod has none.
  bool drop(const PodUid& pod);

  bool empty() const { return count_.load(std::memory_order_acquire) == 0; }
  /// Where there are any; some may be over by now.
  std::vector<NodeName> nodes() const;

  /// What others than the asker are about to take of the node.
  std::vector<Allocation> on(const NodeName& node, const PodUid& asker, Time now) const;

  /// The ledger with those holds taken: what the asker is scored on. A hold whose room has gone, or
  /// whose pod is on the books by now, is left out. The same snapshot when there are none.
  LedgerBook::Snapshot seen(const LedgerBook::Snapshot& ledger, const PodUid& asker,
                            Time now) const;

 private:
  struct Hold {
    Allocation allocation;
    Time until;
  };

  void forget_old(Time now);
  void erase(std::unordered_map<PodUid, Hold>::iterator hold);

  mutable std::mutex mutex_;
  std::unordered_map<PodUid, Hold> holds_;
  std::unordered_map<NodeName, std::vector<PodUid>> pods_on_;  // in the order they came
  std::atomic<std::size_t> count_ = 0;                         // holds_.size()
};

}  // namespace npushare::verbs
