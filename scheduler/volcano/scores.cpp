#include "scheduler/volcano/scores.hpp"

#include <algorithm>
#include <cmath>

#include "policies/registry.hpp"
#include "policies/volcano.hpp"
#include "scheduler/volcano/picks.hpp"

namespace npushare::volcano {
namespace {

std::optional<VolcanoPolicy> own_policy(const Policy* policy) {
  if (policy == find_policy("volcano-binpack")) return VolcanoPolicy::kBinpack;
  if (policy == find_policy("volcano-spread")) return VolcanoPolicy::kSpread;
  return std::nullopt;
}

/// On the chips that its deviceshare would take, which may be others than ours.
double own_score(VolcanoPolicy formula, const Policy& policy, const NodeLedger& ledger,
                 const Request& request) {
  Allocation picked;
  for (const Pick& pick : picks_of_volcano(ledger, request, policy))
    picked.grants.push_back(
        {.container = request.asks[pick.ask].container, .chip = pick.chip->chip().uuid});
  return std::floor(volcano_node_score(formula, ledger, picked) + 0.5);
}

}  // namespace

double score_of(const verbs::Question& question, const NodeLedger& ledger, const Allocation& plan,
                std::int64_t weight) {
  if (weight <= 0) return 0;
  const auto factor = static_cast<double>(weight);
  if (const auto policy = own_policy(question.node_policy))
    return own_score(*policy, *question.node_policy, ledger, question.request) * factor;
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
