/// May the pod go to this node? One answer for filter, prioritize, bind and explain.
///
/// A pod that the scheduler has nominated for the node, with at least the asker's priority, counts
/// as if it were there already: it is about to come, and its room is not to be given away.
/// Threads: one call's own; asks the ports, changes nothing.
/// Source:  spec/kube-scheduler-extender.md 1.6 (last paragraph), 2.3; kube-scheduler's two-pass
///          filter.
#pragma once

#include <optional>
#include <vector>

#include "accounting/ledger_book.hpp"
#include "policies/planner.hpp"
#include "scheduler/verbs/question.hpp"

namespace npushare::verbs {

struct Verdict {
  std::optional<Reason> refused;  // nothing: fits
  bool resolvable = false;        // refused, but room could be made by pods of lower priority
};

Verdict verdict_of(const Plan& plan);

class Judge {
 public:
  /// Both must outlive the judge.
  Judge(const Question& question, const Services& with);

  /// The request as a row can answer it; null when none can.
  const ScanAsk* short_ask() const { return short_ask_ ? &*short_ask_ : nullptr; }

  /// What the node's scan row alone can say.
  ScanRow::Answer glance(const ScanRow& row) const {
    return short_ask_ ? row.ask(*short_ask_) : ScanRow::Answer{};
  }

  bool has_nominations() const { return has_nominations_; }

  /// The ledger as this pod has to see it.
  LedgerBook::Snapshot seen(LedgerBook::Snapshot ledger) const;

  /// `ledger` is one that seen() gave.
  Plan plan(const NodeLedger& ledger, std::vector<ChipFinding>* findings = nullptr) const;

 private:
  const Question& question_;
  const Services& with_;
  bool has_nominations_;
  std::optional<NodeName> own_place_;  // where a share waits for the asker: to it that is room
  std::optional<ScanAsk> short_ask_;   // none when a row cannot answer
};

}  // namespace npushare::verbs
