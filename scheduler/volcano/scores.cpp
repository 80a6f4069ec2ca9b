#include "scheduler/volcano/scores.hpp"

#include <algorithm>
#include <cmath>

#include "policies/registry.hpp"
#include "policies/volcano.hpp"

namespace npushare::volcano {
namespace {

std::optional<VolcanoPolicy> own_policy(const Policy* policy) {
  if (policy == find_policy("volcano-binpack")) return VolcanoPolicy::kBinpack;
  if (policy == find_policy("volcano-spread")) return VolcanoPolicy::kSpread;
  return std::nullopt;
}

}  // namespace

double score_of(const verbs::Question& question, const NodeLedger& ledger, const Allocation& plan,
                std::int64_t weight) {
  if (weight <= 0) return 0;
  const auto factor = static_cast<double>(weight);
  if (const auto policy = own_policy(question.node_policy))
    return std::floor(volcano_node_score(*policy, ledger, plan) + 0.5) * factor;
  const Score score = question.node_policy->rate_node(ledger, plan);
  return static_cast<double>(score.value()) * factor / static_cast<double>(Score::kPoint);
}

void break_ties(std::vector<std::optional<Scored>>& places, const verbs::NodeGate& gate) {
  std::vector<Scored*> order;
  for (std::optional<Scored>& place : places)
    if (place) order.push_back(&*place);
  std::ranges::sort(order, [&](const Scored* a, const Scored* b) {
    if (a->score != b->score) return a->score < b->score;
    return verbs::is_better(b->rating, a->rating, gate);
  });
  for (auto first = order.begin(); first != order.end();) {
    const double shared = (*first)->score;
    const auto end = std::find_if(first, order.end(),
                                  [&](const Scored* place) { return place->score != shared; });
    const auto equals = static_cast<double>(end - first);
    for (auto place = first; place != end; ++place)
      (*place)->score += kTieSpan * static_cast<double>(place - first) / equals;
    first = end;
  }
}

}  // namespace npushare::volcano
