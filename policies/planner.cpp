#include "policies/planner.hpp"

#include <algorithm>
#include <set>

#include "policies/draft.hpp"
#include "policies/fit.hpp"
#include "policies/search.hpp"

namespace npushare {
namespace {

Amount at_least_nothing(const Amount& free) {
  return larger_of(free, Amount{});
}

void report(const Draft& draft, std::vector<ChipFinding>& findings) {
  const std::vector<Ask>& asks = draft.request().asks;
  const std::vector<DeviceLedger>& chips = draft.node().chips();
  for (std::size_t ask = 0; ask < asks.size(); ++ask) {
    for (std::size_t chip = 0; chip < chips.size(); ++chip) {
      const DeviceLedger& ledger = chips[chip];
      findings.push_back({.ask = ask,
                          .chip = ledger.chip().uuid,
                          .chip_index = ledger.chip().index,
                          .reason = draft.obstacle_alone(ask, chip),
                          .asked = charge_on(ledger, asks[ask]),
                          .free = at_least_nothing(draft.free(chip))});
    }
  }
}

NodeLedger without(const NodeLedger& node, const std::set<PodUid>& pods) {
  NodeLedger rest = node;
  for (const PodUid& pod : pods) rest.release(pod);
  return rest;
}

bool holds_lower(const DeviceLedger& chip, std::int64_t priority) {
  return std::ranges::any_of(chip.shares(), [priority](const auto& entry) {
    return entry.second.holder->priority < priority;
  });
}

/// For the question whether any choice fits, when it does not matter which.
class NoPreference final : public Policy {
  Score rate_chip(const DeviceLedger&, const Amount&) const override { return Score{}; }
  Score rate_node(const NodeLedger&, const Allocation&) const override { return Score{}; }
};

bool fits_without_lower(const NodeLedger& node, const Request& request) {
  const std::int64_t priority = request.holder->priority;
  const auto could_give = [&](const DeviceLedger& chip) { return holds_lower(chip, priority); };
  if (std::ranges::none_of(node.chips(), could_give)) return false;
  const NoPreference any;
  Draft draft(node, request, Standing::kNobodyLower);
  return Search(draft, any).run();
}

/// `node` without anything of this pod on its books.
Plan plan_afresh(const NodeLedger& node, const Request& request, const Policy& policy,
                 std::vector<ChipFinding>* findings) {
  Draft draft(node, request, Standing::kEveryone);
  if (findings != nullptr) report(draft, *findings);
  Search search(draft, policy);
  if (search.run()) return {.allocation = draft.allocation(), .refusal = {}};

  Refusal refusal = search.first_refusal();
  refusal.resolvable = !is_permanent(refusal.reason) && fits_without_lower(node, request);
  return {.allocation = std::nullopt, .refusal = refusal};
}

}  // namespace

Plan plan_on(const NodeLedger& node, const Request& request, const Policy& chip_policy,
             std::vector<ChipFinding>* findings) {
  // A pod that asks again does not stand in its own way.
  const PodUid& pod = request.holder->uid;
  if (!node.holds(pod)) return plan_afresh(node, request, chip_policy, findings);
  return plan_afresh(without(node, {pod}), request, chip_policy, findings);
}

NodeLedger without_lower(const NodeLedger& node, std::int64_t priority) {
  std::set<PodUid> lower;
  for (const DeviceLedger& chip : node.chips())
    for (const auto& [id, share] : chip.shares())
      if (share.holder->priority < priority) lower.insert(share.holder->uid);
  return without(node, lower);
}

}  // namespace npushare
