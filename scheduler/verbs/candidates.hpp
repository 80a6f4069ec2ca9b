/// The nodes an extender call asks about, whether it names them or carries them whole.
///
/// Names are looked up in the book. A node carried whole is judged by its own registration, with
/// what the book has taken from its chips still taken: a live scheduler that is not cache-capable
/// sees true room, and an autoscaler's node that does not exist yet is an empty one.
/// Source: spec/kube-scheduler-extender.md 1.4, 9.1-15; spec/hami-protocol.md 1.6.
#pragma once

#include <string_view>

#include "scheduler/verbs/judge.hpp"
#include "scheduler/wire/extender.hpp"

namespace npushare::verbs {

/// Where the pod would go, and the ledger that says so (null for a node nobody knows).
struct Place {
  LedgerBook::Snapshot ledger;
  Plan plan;
};

class Candidates {
 public:
  /// All must outlive this.
  Candidates(const wire::ExtenderArgs& args, const NodeDirectory& directory, const Rules& rules)
      : args_(args), directory_(directory), rules_(rules) {}

  std::size_t size() const { return args_.candidates.size(); }
  std::string_view quoted(std::size_t i) const { return args_.candidates[i].quoted; }
  /// The name as written, without its quotes; a name with escapes stays escaped.
  std::string_view name(std::size_t i) const;

  const NodeDirectory& directory() const { return directory_; }
  /// In the directory; kNone for a node nobody knows.
  std::uint32_t number(std::size_t i) const { return args_.candidates[i].number; }
  /// Null for a node whose row says nothing: unknown, or carried in the request.
  const ScanRow* row(std::size_t i) const {
    const bool has_row = number(i) != NodeDirectory::kNone && !args_.has_nodes;
    return has_row ? &directory_.row(number(i)) : nullptr;
  }

  Place place(std::size_t i, const Judge& judge) const;

 private:
  LedgerBook::Snapshot ledger(std::size_t i) const;
  const NodeSlot* slot(std::size_t i) const;
  LedgerBook::Snapshot given(std::size_t i) const;

  const wire::ExtenderArgs& args_;
  const NodeDirectory& directory_;
  const Rules& rules_;
};

}  // namespace npushare::verbs
