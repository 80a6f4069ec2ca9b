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

  /// By the node's scan row where that can tell, else by a plan.
  Verdict judge(const NodeSlot& slot) const;

  /// The ledger as this pod has to see it.
  LedgerBook::Snapshot seen(LedgerBook::Snapshot ledger) const;

  /// `ledger` is one that seen() gave.
  Plan plan(const NodeLedger& ledger, std::vector<ChipFinding>* findings = nullptr) const;

 private:
  std::optional<Verdict> short_answer(const NodeSlot& slot) const;

  const Question& question_;
  const Services& with_;
  std::optional<ScanAsk> short_ask_;
  bool has_nominations_;
};

}  // namespace npushare::verbs
