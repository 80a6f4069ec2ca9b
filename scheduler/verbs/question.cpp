#include "scheduler/verbs/question.hpp"

#include <string>
#include <string_view>

#include "policies/registry.hpp"
#include "scheduler/backends/keys.hpp"

namespace npushare::verbs {
namespace {

Error unknown_policy(std::string_view key, const std::string& name) {
  std::string text = std::string(key) + ": \"" + name + "\" is not a policy; write one of";
  std::string_view separator = " ";
  for (const std::string_view known : policy_names()) {
    text.append(separator).append(known);
    separator = ", ";
  }
  return {ErrorCode::kInvalid, std::move(text)};
}

Result<const Policy*> chosen(std::string_view key, const std::optional<std::string>& name,
                             const Policy* otherwise) {
  if (!name) return otherwise;
  const Policy* policy = find_policy(*name);
  if (policy == nullptr) return unknown_policy(key, *name);
  return policy;
}

}  // namespace

Result<Question> read_question(const wire::Pod& pod, const Rules& rules) {
  Result<Request> request = rules.dialect.read_request(pod);
  if (!request) return request.error();

  const auto node_policy =
      chosen(backends::kNodePolicyKey, request->node_policy, rules.node_policy);
  if (!node_policy) return node_policy.error();

  const auto chip_policy =
      chosen(backends::kChipPolicyKey, request->chip_policy, rules.chip_policy);
  if (!chip_policy) return chip_policy.error();

  return Question{*std::move(request), *node_policy, *chip_policy};
}

}  // namespace npushare::verbs
