/// The nodes an extender call asks about, whether it names them or carries them whole.
///
/// Names are looked up in the book. A node carried whole is judged by its own registration, with
/// what the book has taken from its chips still taken: a live scheduler that is not cache-capable
/// sees true room, and an autoscaler's node that does not exist yet is an empty one.
/// Source: spec/kube-scheduler-extender.md 1.4, 9.1-15; spec/hami-protocol.md 1.6.
#pragma once

#include <span>
#include <string_view>

#include "scheduler/verbs/judge.hpp"
#include "scheduler/wire/extender.hpp"

namespace npushare::verbs {

using wire::Candidate;
using wire::CandidateRun;

/// Where the pod would go, and the ledger that says so (null for a node nobody knows).
struct Place {
  LedgerBook::Snapshot ledger;
  Plan plan;
};

/// The name as written, without its quotes; a name with escapes stays escaped.
std::string_view name_of(const Candidate& one);

class Candidates {
 public:
  /// All must outlive this.
  Candidates(const wire::ExtenderArgs& args, const LedgerBook::Directory& directory,
             const Rules& rules)
      : args_(args), directory_(directory), rules_(rules) {}

  std::size_t size() const { return args_.candidates.size(); }
  std::span<const CandidateRun> runs() const { return args_.candidates.runs(); }
  Candidate at(const CandidateRun& run, std::uint32_t k) const {
    return args_.candidates.at(run, k);
  }
  CandidateRun part(const CandidateRun& run, std::uint32_t k, std::uint32_t end) const {
    return args_.candidates.part(run, k, end);
  }
  /// Calls `visit(run, k)` for each, in order.
  template <class Visit>
  void each(const Visit& visit) const {
    for (const CandidateRun& run : runs())
      for (std::uint32_t k = 0; k < run.count; ++k) visit(run, k);
  }

  const LedgerBook::Directory& directory() const { return directory_; }
  bool are_whole() const { return args_.has_nodes; }
  /// Null for a node whose row says nothing: unknown, or carried in the request.
  const ScanRow* row(const Candidate& one) const {
    const bool has_row = one.number != NodeDirectory::kNone && !are_whole();
    return has_row ? &directory_->row(one.number) : nullptr;
  }

  Place place(const Candidate& one, const Judge& judge) const;

 private:
  LedgerBook::Snapshot ledger(const Candidate& one) const;
  const NodeSlot* slot(const Candidate& one) const;
  LedgerBook::Snapshot given(const Candidate& one) const;

  const wire::ExtenderArgs& args_;
  const LedgerBook::Directory& directory_;
  const Rules& rules_;
};

}  // namespace npushare::verbs
