/// One call's opinions on its candidates: by a glance at the node's row, from memory, or by a plan.
///
/// All three say the same; they differ in what they cost. Memory is of no use where the answer
/// hangs on more than the node's ledger and the kind of request: for nodes carried in the request,
/// with nominated pods about, and where some share may be the asker's own.
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

 private:
  Verdict thought_out(std::size_t i, const ScanRow* row);
  Opinion form(std::size_t i) const;
  Opinion remembered(std::size_t i, const ScanRow& row);
  bool is_worth_remembering(const ScanRow* row) const;

  const Candidates& candidates_;
  const Judge& judge_;
  const Question& question_;
  OpinionMemory::Loan memory_;
};

}  // namespace npushare::verbs
