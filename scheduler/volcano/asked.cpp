#include "scheduler/volcano/asked.hpp"

#include <algorithm>
#include <utility>

#include "policies/registry.hpp"

namespace npushare::volcano {
namespace {

constexpr std::string_view kMindCluster = "huawei.com/npu-core";

struct Call {
  wire::VolcanoArgs args;
  verbs::Questions questions;
};

Call& call_of_this_thread() {
  thread_local Call call;
  return call;
}

bool is_mind_clusters(const wire::Pod& pod) {
  return std::ranges::any_of(pod.containers, [](const wire::ContainerSpec& container) {
    return container.limits.contains(kMindCluster) || container.requests.contains(kMindCluster);
  });
}

const Policy* chip_policy_of(const verbs::Rules& rules) {
  return rules.volcano.chip_policy != nullptr ? rules.volcano.chip_policy : rules.chip_policy;
}

void apply(const verbs::Rules& rules, verbs::Question& question) {
  const verbs::VolcanoRules& volcano = rules.volcano;
  if (!question.request.node_policy && volcano.node_policy != nullptr)
    question.node_policy = volcano.node_policy;
  if (volcano.is_adviser) {
    question.chip_policy = as_volcano_orders(chip_policy_of(rules));
  } else if (!question.request.chip_policy) {
    question.chip_policy = chip_policy_of(rules);
  }
}

}  // namespace

const Policy* as_volcano_orders(const Policy* policy) {
  if (policy == find_policy("binpack")) return find_policy("volcano-binpack");
  if (policy == find_policy("spread")) return find_policy("volcano-spread");
  return policy;
}

Result<Asked> read_call(std::string_view body, const verbs::Services& with,
                        verbs::CallNotes& notes) {
  Call& call = call_of_this_thread();
  const Result<> read = wire::read_volcano_args(body, call.args);
  if (!read) return Error{read.error().code, "bad request: " + read.error().message};
  if (!call.args.has_pod) return Error{ErrorCode::kInvalid, "bad request: task.Pod is missing"};
  notes.pod = call.args.task.key;
  notes.uid = call.args.task.uid;

  Asked asked{.args = &call.args, .rules = with.rules.load(), .question = std::nullopt};
  if (is_mind_clusters(call.args.pod())) return asked;
  const auto question = call.questions.of(call.args.pods, asked.rules);
  notes.wants_npu = !question || (*question)->request.wants_npu();
  if (!question) {
    asked.complaint = question.error().message;
  } else if (notes.wants_npu) {
    asked.question = **question;
    apply(*asked.rules, *asked.question);
  }
  return asked;
}

}  // namespace npushare::volcano
