#include "scheduler/verbs/rank.hpp"

namespace npushare::verbs {
namespace {

Score rate_chips(const NodeLedger& ledger, const Allocation& plan, const Policy& policy) {
  std::int64_t sum = 0;
  for (const Grant& grant : plan.grants) {
    const DeviceLedger* chip = ledger.find(grant.chip);
    if (chip != nullptr) sum += policy.rate_chip(*chip, grant.amount).value();
  }
  const auto grants = static_cast<std::int64_t>(plan.grants.size());
  return grants == 0 ? Score{} : Score{sum / grants};
}

}  // namespace

Rating rate(const NodeLedger& ledger, const Allocation& plan, const Question& question,
            std::string_view name) {
  return {.node = question.node_policy->rate_node(ledger, plan),
          .chips = rate_chips(ledger, plan, *question.chip_policy),
          .name = name};
}

/// Lines are asked for only where the scores are equal: that is seldom, and each costs a look-up.
bool is_better(const Rating& a, const Rating& b, const NodeGate& gate) {
  if (a.node != b.node) return a.node > b.node;
  if (a.chips != b.chips) return a.chips > b.chips;
  if (gate.has_waiting()) {
    const std::size_t before_a = gate.waiting(NodeName{a.name});
    const std::size_t before_b = gate.waiting(NodeName{b.name});
    if (before_a != before_b) return before_a < before_b;
  }
  return a.name < b.name;
}

void Contest::enter(std::size_t index, const Rating& rating) {
  if (best_ && !is_better(rating, top_, gate_)) return;
  best_ = index;
  top_ = rating;
}

std::optional<std::size_t> best_of(std::span<const std::optional<Rating>> places,
                                   const NodeGate& gate) {
  Contest contest(gate);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i]) contest.enter(i, *places[i]);
  return contest.best();
}

}  // namespace npushare::verbs
