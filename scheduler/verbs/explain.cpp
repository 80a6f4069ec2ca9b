#include "scheduler/verbs/explain.hpp"

#include <string>
#include <utility>

#include "accounting/words.hpp"
#include "scheduler/verbs/amount_json.hpp"
#include "scheduler/verbs/node_explanation.hpp"
#include "scheduler/verbs/quotas.hpp"
#include "scheduler/verbs/unknown_chips.hpp"
#include "scheduler/wire/object_reader.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare::verbs {
namespace {

using wire::Json;

/// Every field of the answer, so that a reader finds the same shape in every state.
Json page(const PodKey& pod, std::string_view state) {
  return Json::Object{{"pod", pod.text()},
                      {"state", state},
                      {"node", ""},
                      {"summary", ""},
                      {"error", ""},
                      {"since", ""},
                      {"hints", Json::array()},
                      {"policy", {}},
                      {"request", Json::Object{{"containers", Json::array()}}},
                      {"grants", Json::array()},
                      {"nodes", Json::array()},
                      {"decisions", Json::array()}};
}

Json ask_json(const Ask& ask, const Container& container) {
  const Json asked =
      Json::Object{{"memoryMiB", ask.asked_memory.value()}, {"cores", ask.quota.cores.value()}};
  return Json::Object{{"name", container.name},
                      {"kind", word_of(container.kind)},
                      {"chips", static_cast<std::int64_t>(ask.chips)},
                      {"model", ask.model.text()},
                      {"mode", ask.mode ? text_of(*ask.mode) : "any"},
                      {"asked", asked},
                      {"charged", json_of(ask.amount)},
                      {"template", ask.template_name}};
}

Json request_json(const Request& request) {
  Json containers = Json::array();
  for (const Ask& ask : request.asks)
    containers.push_back(ask_json(ask, request.containers[ask.container]));
  return Json::Object{{"containers", std::move(containers)}};
}

Json policy_json(const Request& request, const Rules& rules) {
  return Json::Object{{"node", request.node_policy.value_or(rules.node_policy_name)},
                      {"chip", request.chip_policy.value_or(rules.chip_policy_name)}};
}

/// From the books, not from the annotations: this is what the pod is charged.
Json grants_on(const NodeLedger& ledger, const PodUid& pod, const wire::Pod& shown) {
  Json grants = Json::array();
  for (const DeviceLedger& chip : ledger.chips()) {
    for (const auto& [id, share] : chip.shares()) {
      if (share.holder->uid != pod) continue;
      const bool is_named = share.container < shown.containers.size();
      const std::string container =
          is_named ? shown.containers[share.container].name : std::to_string(share.container);
      grants.push_back(Json::Object{{"container", container},
                                    {"chip", chip.chip().uuid.text()},
                                    {"index", static_cast<std::int64_t>(chip.chip().index)},
                                    {"charged", json_of(share.amount)}});
    }
  }
  return grants;
}

/// When the pod was bound; empty when it holds nothing or nobody wrote it down.
std::string since_of(const NodeLedger& ledger, const PodUid& pod) {
  for (const DeviceLedger& chip : ledger.chips())
    for (const auto& [id, share] : chip.shares())
      if (share.holder->uid == pod && share.holder->since > 0)
        return wire::write_rfc3339(share.holder->since);
  return {};
}

Json explain_bound(const wire::Pod& pod, const Services& with) {
  Json answer = page(pod.key, "bound");
  answer.set("node", pod.node.text());
  answer.set("summary", "bound to node " + pod.node.text());
  const LedgerBook::Snapshot ledger = with.book.snapshot(pod.node);
  if (!ledger) return answer;
  answer.set("grants", grants_on(*ledger, pod.uid, pod));
  answer.set("since", since_of(*ledger, pod.uid));
  return answer;
}

/// "quota "npu" of namespace q: 8192 of 12288 MiB used (limits.huawei.com/Ascend310P-memory)".
std::string text_of(const QuotaUse& use) {
  const backends::QuotaLimit& limit = use.limit;
  return "quota \"" + limit.quota + "\" of namespace " + use.space + ": " +
         std::to_string(use.used) + " of " + std::to_string(limit.most) + " " +
         std::string(backends::unit_of(limit.what)) + " used (" + limit.key + ")" +
         (limit.doubt.empty() ? "" : "; " + limit.doubt);
}

Json hints_json(const Request& request, const Services& with) {
  Json hints = Json::array();
  for (std::string& hint : hints_for(request)) hints.push_back(std::move(hint));
  for (const UnknownChip& chip : unknown_chips(request, with.book)) hints.push_back(text_of(chip));
  if (with.quotas == nullptr) return hints;
  for (const QuotaUse& use : with.quotas->uses_of(request.holder->pod.space))
    hints.push_back(text_of(use));
  return hints;
}

Json explain_wish(const wire::Pod& pod, std::string_view state, const Services& with) {
  const auto rules = with.rules.load();
  const Result<Question> question = read_question(pod, *rules);
  if (!question) {
    Json answer = page(pod.key, "invalid");
    answer.set("error", question.error().message);
    answer.set("summary", "the request is not valid");
    return answer;
  }
  const Request& request = question->request;
  if (!request.wants_npu()) {
    Json answer = page(pod.key, "no-npu");
    answer.set("summary", "asks for no NPU: every node suits it");
    return answer;
  }
  std::vector<NodeExplanation> nodes = ask_all_nodes(*question, with);
  find_near_misses(nodes, *question);
  Json list = Json::array();
  for (const NodeExplanation& node : nodes) list.push_back(json_of(node, *question));
  Json answer = page(pod.key, state);
  std::string summary = summary_of(*question, nodes);
  if (const auto excess = quota_excess(request, with)) summary += " (" + text_of(*excess) + ")";
  answer.set("summary", std::move(summary));
  answer.set("hints", hints_json(request, with));
  answer.set("policy", policy_json(request, *rules));
  answer.set("request", request_json(request));
  answer.set("nodes", std::move(list));
  return answer;
}

Error no_such_pod(const PodKey& pod, const Services& with) {
  std::string text = "the watch shows no pod " + pod.text();
  std::string_view separator = "; did you mean ";
  for (const PodKey& near : with.pods.nearest(pod)) {
    text.append(separator).append(near.text());
    separator = ", ";
  }
  return {ErrorCode::kNotFound, std::move(text)};
}

}  // namespace

Result<Json> explain(const PodKey& pod, const Services& with) {
  const std::shared_ptr<const wire::Pod> shown = with.pods.find(pod);
  if (!shown) return no_such_pod(pod, with);
  if (!shown->node.empty()) return explain_bound(*shown, with);
  return explain_wish(*shown, "waiting", with);
}

Json explain_gone(const PodKey& pod) {
  Json answer = page(pod, "gone");
  answer.set("summary", "the cluster shows no such pod any more; this is what was decided");
  return answer;
}

Result<Json> explain_manifest(std::string_view pod_json, const Services& with) {
  Result<wire::Pod> pod = wire::read_pod(pod_json);
  if (!pod) return pod.error();
  if (pod->key.space.empty()) pod->key.space = "default";
  return explain_wish(*pod, "file", with);
}

}  // namespace npushare::verbs
