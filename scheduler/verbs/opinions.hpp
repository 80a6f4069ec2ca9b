/// One call's opinions on its candidates: by a glance at the node's row, from memory, or by a plan.
///
/// All three say the same; they differ in what they cost. Memory is of no use where the answer
/// hangs on more than the node's ledger and the kind of request: for nodes carried in the request,
/// with nominated pods about, and where some share may be the asker's own.
/// Where other pods are about to go counts as taken when a place is rated, never when it is
/// refused.
/// Threads: one call's own.
#pragma once

#include "scheduler/verbs/candidates.hpp"
#include "scheduler/verbs/opinion_memory.hpp"

namespace npushare::verbs {

class Opinions {
 public:
  /// All must outlive this.
  Opinions(const Candidates& candidates, const Judge& judge, const Question& question,
           const Services& with);

  struct Refused {
    std::size_t i = 0;
    Verdict verdict;
  };
  /// The first candidate from `i` on that is refused; `i` is past the last when there is none.
  Refused next_refused(std::size_t i);

  /// Would the pod fit?
  Verdict verdict(std::size_t i) {
    const ScanRow* row = candidates_.row(i);
    if (row == nullptr) return thought_out(i, row);
    const ScanRow::Answer answer = judge_.glance(*row);
    switch (answer.verdict) {
      case ScanVerdict::kFits: return {};
      case ScanVerdict::kRefused: return {answer.reason, false};
      case ScanVerdict::kUnknown: return thought_out(i, row);
    }
    __builtin_unreachable();
  }

  /// And how good would it be?
  Opinion opinion(std::size_t i);

  /// The pod is likely to go to this one: other pods are told so for a moment.
  void hold(std::size_t best) const;

 private:
  bool has_holds(std::size_t i) const;
  Opinion beside_holds(std::size_t i) const;
  Opinion rated(const NodeLedger& ledger, const Plan& plan, std::size_t i) const;
  Verdict thought_out(std::size_t i, const ScanRow* row);
  Opinion form(std::size_t i) const;
  Opinion remembered(std::size_t i, const ScanRow& row);
  bool is_worth_remembering(const ScanRow* row) const;

  const Candidates& candidates_;
  const Judge& judge_;
  const Question& question_;
  const Services& with_;
  std::vector<std::uint32_t> held_;  // the numbers of nodes that others are about to go to
  OpinionMemory::Loan memory_;
};

}  // namespace npushare::verbs
