/// A node's ledger as it is now and as it is to be once those who leave have left.
///
/// now:    the book, with nominations placed on it where they have to go. Nothing is charged.
/// future: now without the pods that leave: those a session evicts on trial, those it shows as
///         releasing, and those the watch shows terminating.
/// Source: spec/volcano-deviceshare.md 7.4 (free_now, free_future). Ours differs in that a pod
///         placed now keeps clear of nominations wherever it can.
#pragma once

#include "accounting/ledger_book.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/volcano/trials.hpp"

namespace npushare::volcano {

class Outlook {
 public:
  /// The asker's own nomination does not stand in its way. The rest must outlive this.
  Outlook(const NodeName& node, const PodUid& asker, const verbs::Services& with,
          const Trials& trials);

  /// Null for a node nobody has spoken of.
  const LedgerBook::Snapshot& book() const { return book_; }
  const LedgerBook::Snapshot& now() const { return now_; }
  bool has_nominations() const { return now_ != book_; }
  /// The same as now() where nobody leaves.
  LedgerBook::Snapshot future() const;

 private:
  const verbs::Services& with_;
  const Trials& trials_;
  LedgerBook::Snapshot book_;
  LedgerBook::Snapshot now_;
};

}  // namespace npushare::volcano
