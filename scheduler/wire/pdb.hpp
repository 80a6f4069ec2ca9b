/// PodDisruptionBudgets (policy/v1), as far as preempt counts which of them it would break.
///
/// Errors:  kInvalid with the path of the field, as in object_reader.hpp.
/// Threads: plain values.
/// Source:  k8s.io/api policy/v1; metav1.LabelSelector.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/wire/object_reader.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

enum class LabelOperator : std::uint8_t { kIn, kNotIn, kExists, kDoesNotExist };

struct LabelRequirement {
  std::string key;
  LabelOperator relation = LabelOperator::kIn;
  std::vector<std::string> values;

  bool holds(const Labels& labels) const;
};

/// All requirements together; none at all is met by every object.
struct LabelSelector {
  std::vector<LabelRequirement> requirements;

  bool matches(const Labels& labels) const;
};

struct DisruptionBudget {
  std::string space;
  std::string name;
  std::string resource_version;
  std::optional<LabelSelector> selector;  // nothing: covers no pod
  std::int64_t allowed = 0;               // status.disruptionsAllowed
  std::set<std::string> disrupted;        // pods whose eviction is counted already

  /// True when evicting the pod would use up one of the allowed disruptions.
  bool covers(const PodKey& pod, const Labels& labels) const;
};

inline std::string identity_of(const DisruptionBudget& budget) {
  return budget.space + "/" + budget.name;
}

Result<DisruptionBudget> read_budget(std::string_view json);
Result<ListMeta> read_budget_list(std::string_view json,
                                  const std::function<void(DisruptionBudget&&)>& each);
Result<WatchEvent<DisruptionBudget>> read_budget_event(std::string_view line);

}  // namespace npushare::wire
