/// Which of several places is best: one order for filter, prioritize and explain.
///
/// Order: the node policy's score; then the chip policy's, averaged over the plan's grants; then
///        the shorter line of pods to be bound; then the name that sorts first. Nothing in it
///        depends on the order of the question.
#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string_view>

#include "policies/planner.hpp"
#include "scheduler/verbs/question.hpp"

namespace npushare::verbs {

struct Rating {
  Score node;
  Score chips;
  std::string_view name;
};

/// `ledger` is what the plan was made on.
Rating rate(const NodeLedger& ledger, const Allocation& plan, const Question& question,
            std::string_view name);

/// Comes a place before another one in the order above?
bool is_better(const Rating& a, const Rating& b, const NodeGate& gate);

/// Finds the best of those that enter, one after the other.
class Contest {
 public:
  explicit Contest(const NodeGate& gate) : gate_(gate) {}

  /// `name()` is asked for only when it may matter.
  template <class NameOf>
  void enter(std::size_t index, Score node, Score chips, const NameOf& name) {
    if (best_ && (node != top_.node ? node < top_.node : chips < top_.chips)) return;
    enter(index, Rating{node, chips, name()});
  }
  void enter(std::size_t index, const Rating& rating);

  const std::optional<std::size_t>& best() const { return best_; }
  const Rating& top() const { return top_; }  // meaningless when nobody has entered

 private:
  const NodeGate& gate_;
  std::optional<std::size_t> best_;
  Rating top_;
};

/// The place of the best; nothing when no place fits. A place that does not fit has no rating.
std::optional<std::size_t> best_of(std::span<const std::optional<Rating>> places,
                                   const NodeGate& gate);

}  // namespace npushare::verbs
