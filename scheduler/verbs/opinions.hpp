/// One call's opinions on its candidates: from memory, by a glance at the node's row, or by a plan.
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
    std::uint32_t k = 0;
    std::uint32_t end = 0;  // those behind it, up to this one, are refused for the same reason
    Verdict verdict;
  };
  /// The next of the run from `k` on that are refused; `k` is past the last when there are none.
  Refused next_refused(const CandidateRun& run, std::uint32_t k);

  /// Those of the run from `k` on that are known to fit, up to the first that is not.
  std::span<const Rated> rated(const CandidateRun& run, std::uint32_t k) const {
    if (!memory_ || !run.is_known() || !held_.empty()) return {};
    return memory_.rated(run.number + k, run.number + run.count);
  }

  /// Does this one fit, and how good would it be?
  Opinion opinion(const Candidate& one);

  /// The pod is likely to go to this one: other pods are told so for a moment.
  void hold(const Candidate& best) const;

 private:
  Thought thought(std::uint32_t number) const {
    const bool is_known = memory_ && number != NodeDirectory::kNone;
    return is_known ? memory_.thought(number) : Thought::kNone;
  }
  Verdict verdict(const Candidate& one);
  bool has_holds(const Candidate& one) const;
  Opinion beside_holds(const Candidate& one) const;
  Opinion rated(const NodeLedger& ledger, const Plan& plan, const Candidate& one) const;
  Opinion think(const Candidate& one);
  Opinion form(const Candidate& one) const;

  const Candidates& candidates_;
  const Judge& judge_;
  const Question& question_;
  const Services& with_;
  std::vector<std::uint32_t> held_;  // the numbers of nodes that others are about to go to
  OpinionMemory::Loan memory_;
};

}  // namespace npushare::verbs
