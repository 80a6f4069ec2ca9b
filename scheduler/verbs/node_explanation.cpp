#include "scheduler/verbs/node_explanation.hpp"

#include <algorithm>

#include "scheduler/verbs/amount_json.hpp"
#include "scheduler/verbs/explain.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare::verbs {
namespace {

using wire::Json;

Json holders_json(const DeviceLedger* chip) {
  Json holders = Json::array();
  if (chip == nullptr) return holders;
  for (const auto& [id, share] : chip->shares()) {
    holders.push_back(
        Json::Object{{"pod", share.holder->pod.text()}, {"amount", json_of(share.amount)}});
  }
  return holders;
}

std::string container_of(const Question& question, std::size_t ask) {
  const Request& request = question.request;
  return request.containers[request.asks[ask].container].name;
}

Json finding_json(const ChipFinding& finding, const NodeExplanation& node,
                  const Question& question) {
  return Json::Object{{"container", container_of(question, finding.ask)},
                      {"index", static_cast<std::int64_t>(finding.chip_index)},
                      {"uuid", finding.chip.text()},
                      {"fits", !finding.reason.has_value()},
                      {"reason", json_of(finding.reason)},
                      {"asked", json_of(finding.asked)},
                      {"free", json_of(finding.free)},
                      {"holders", holders_json(node.ledger->find(finding.chip))}};
}

Json placement_json(const Plan& plan, const Question& question) {
  Json placement = Json::array();
  if (!plan.fits()) return placement;
  for (const Grant& grant : plan.allocation->grants) {
    placement.push_back(
        Json::Object{{"container", question.request.containers[grant.container].name},
                     {"chip", grant.chip.text()},
                     {"index", static_cast<std::int64_t>(grant.chip_index)}});
  }
  return placement;
}

Json leave_json(const std::optional<NearMiss>& miss) {
  Json list = Json::array();
  if (!miss) return list;
  for (const Leaving& leaving : miss->leave)
    list.push_back(Json::Object{{"pod", leaving.holder->pod.text()},
                                {"priority", leaving.holder->priority},
                                {"amount", json_of(leaving.amount)}});
  return list;
}

void mark_the_best(std::vector<NodeExplanation>& nodes, const NodeGate& gate) {
  std::vector<std::optional<Rating>> ratings;
  ratings.reserve(nodes.size());
  for (const NodeExplanation& node : nodes) ratings.push_back(node.rating);
  if (const std::optional<std::size_t> best = best_of(ratings, gate)) nodes[*best].is_best = true;
}

}  // namespace

std::vector<NodeExplanation> ask_all_nodes(const Question& question, const Services& with) {
  return ask_nodes(ledgers_by_name(with.book), question, with);
}

std::vector<NodeExplanation> ask_nodes(const std::vector<LedgerBook::Snapshot>& ledgers,
                                       const Question& question, const Services& with) {
  const Judge judge(question, with);
  const bool is_quota_spent = quota_excess(question.request, with).has_value();
  std::vector<NodeExplanation> nodes;
  nodes.reserve(ledgers.size());
  for (const LedgerBook::Snapshot& ledger : ledgers) {
    NodeExplanation& node = nodes.emplace_back();
    node.ledger = judge.seen(ledger);
    node.plan = judge.plan(*node.ledger, &node.findings);
    if (is_quota_spent) node.plan = {.refusal = {.reason = Reason::kQuotaSpent}};
    if (!node.plan.fits()) continue;
    node.rating = rate(*node.ledger, *node.plan.allocation, question, node.ledger->name().text());
  }
  mark_the_best(nodes, with.gate);
  return nodes;
}

Json json_of(const NodeExplanation& node, const Question& question) {
  const Verdict verdict = verdict_of(node.plan);
  Json chips = Json::array();
  for (const ChipFinding& finding : node.findings)
    chips.push_back(finding_json(finding, node, question));
  return Json::Object{
      {"name", node.ledger->name().text()},
      {"fits", node.plan.fits()},
      {"best", node.is_best},
      {"score", json_of(node.rating ? node.rating->node : Score{})},
      {"resolvable", verdict.resolvable},
      {"reason", json_of(verdict.refused)},
      {"near", node.near_miss ? Json(static_cast<std::int64_t>(node.near_miss->rank)) : Json()},
      {"leave", leave_json(node.near_miss)},
      {"placement", placement_json(node.plan, question)},
      {"chips", std::move(chips)}};
}

}  // namespace npushare::verbs
