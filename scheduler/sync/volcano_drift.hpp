/// Where the ledger of Volcano's own deviceshare and ours differ.
///
/// Nothing depends on it: it shows what an operator gains by letting npushare pick the chips, and
/// what Volcano will get wrong until then. A chip is shown once two looks in a row, ten seconds
/// apart or more, find it different, since between a placement and its binding the two may differ
/// and both be right. It stays until a look finds it equal; Volcano is looked at only as it asks.
/// Units:   cores are compared on soft-split chips alone: of hard-split ones Volcano charges none.
/// Threads: any.
/// Source:  spec/volcano-deviceshare.md 5.5, 9 (F-01, F-03, F-04, F-10).
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <string_view>

#include "accounting/ledger_book.hpp"
#include "scheduler/observe/clock.hpp"
#include "scheduler/sync/drift_log.hpp"
#include "scheduler/wire/volcano_view.hpp"

namespace npushare::sync {

class VolcanoDrift {
 public:
  static constexpr std::chrono::seconds kBetweenLooks{10};

  /// All must outlive this.
  struct With {
    const LedgerBook& book;
    DriftLog& drift;
    const observe::Clock& clock;
  };

  explicit VolcanoDrift(With with) : with_(with) {}

  /// A predicate call came with this body; most are let pass unread.
  void asked(std::string_view predicate_body);

  /// Whether the node is due for a look; then it is not due again for a while.
  bool is_due(const NodeName& node);

  void look_at(const wire::VolcanoView& view);

 private:
  void compare(const NodeLedger& ledger, const wire::VolcanoChip& theirs);

  const With with_;
  std::mutex mutex_;
  std::map<NodeName, observe::Clock::Monotonic> next_looks_;  // guarded by mutex_
  std::set<ChipUuid> differed_;                               // likewise: at the last look
};

}  // namespace npushare::sync
