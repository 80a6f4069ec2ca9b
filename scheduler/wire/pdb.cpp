#include "scheduler/wire/pdb.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/small_object.hpp"

namespace npushare::wire {
namespace {

Error wrong(std::string path, std::string_view what) {
  return {ErrorCode::kInvalid, std::move(path) + ": " + std::string(what)};
}

Result<LabelOperator> operator_of(const Json& word, const std::string& path) {
  using Named = std::pair<std::string_view, LabelOperator>;
  static constexpr std::array<Named, 4> kOperators{
      {{"In", LabelOperator::kIn},
       {"NotIn", LabelOperator::kNotIn},
       {"Exists", LabelOperator::kExists},
       {"DoesNotExist", LabelOperator::kDoesNotExist}}};
  for (const auto& [text, relation] : kOperators)
    if (word.string() == text) return relation;
  return wrong(path + ".operator", "one of In, NotIn, Exists, DoesNotExist is expected");
}

Result<LabelRequirement> requirement_of(const Json& json, const std::string& path) {
  const Result<LabelOperator> relation = operator_of(json["operator"], path);
  if (!relation) return relation.error();
  LabelRequirement requirement{.key = json["key"].string(), .relation = *relation, .values = {}};
  for (const Json& value : json["values"].items()) requirement.values.push_back(value.string());
  return requirement;
}

/// A null selector covers nothing, an empty one everything.
Result<std::optional<LabelSelector>> selector_of(const Json& json) {
  if (!json.is_object()) return std::optional<LabelSelector>{};
  LabelSelector selector;
  for (const auto& [key, value] : json["matchLabels"].members()) {
    selector.requirements.push_back(
        {.key = key, .relation = LabelOperator::kIn, .values = {value.string()}});
  }
  std::size_t at = 0;
  for (const Json& expression : json["matchExpressions"].items()) {
    const std::string path = "spec.selector.matchExpressions[" + std::to_string(at++) + "]";
    Result<LabelRequirement> requirement = requirement_of(expression, path);
    if (!requirement) return requirement.error();
    selector.requirements.push_back(*std::move(requirement));
  }
  return std::optional(std::move(selector));
}

Result<DisruptionBudget> budget_of(const Json& json) {
  const Json& meta = json["metadata"];
  DisruptionBudget budget;
  budget.space = meta["namespace"].string();
  budget.name = meta["name"].string();
  budget.resource_version = meta["resourceVersion"].string();
  Result<std::optional<LabelSelector>> selector = selector_of(json.at("spec", "selector"));
  if (!selector) return selector.error();
  budget.selector = *std::move(selector);
  budget.allowed = std::max<std::int64_t>(0, json.at("status", "disruptionsAllowed").integer());
  for (const auto& [pod, time] : json.at("status", "disruptedPods").members())
    budget.disrupted.insert(pod);
  return budget;
}

}  // namespace

bool LabelRequirement::holds(const Labels& labels) const {
  const std::optional<std::string_view> value = labels.find(key);
  const bool is_listed = value && std::ranges::find(values, *value) != values.end();
  switch (relation) {
    case LabelOperator::kIn: return is_listed;
    case LabelOperator::kNotIn: return !is_listed;
    case LabelOperator::kExists: return value.has_value();
    case LabelOperator::kDoesNotExist: return !value.has_value();
  }
  __builtin_unreachable();
}

bool LabelSelector::matches(const Labels& labels) const {
  return std::ranges::all_of(
      requirements, [&](const LabelRequirement& requirement) { return requirement.holds(labels); });
}

bool DisruptionBudget::covers(const PodKey& pod, const Labels& labels) const {
  return pod.space == space && selector && !disrupted.contains(pod.name) &&
         selector->matches(labels);
}

Result<DisruptionBudget> read_budget(std::string_view json) {
  return read_small<DisruptionBudget>(json, "PodDisruptionBudget", budget_of);
}

Result<ListMeta> read_budget_list(std::string_view json,
                                  const std::function<void(DisruptionBudget&&)>& each) {
  return read_small_list<DisruptionBudget>(json, "PodDisruptionBudgetList", budget_of, each);
}

Result<WatchEvent<DisruptionBudget>> read_budget_event(std::string_view line) {
  return read_small_event<DisruptionBudget>(line, "PodDisruptionBudget", budget_of);
}

}  // namespace npushare::wire
