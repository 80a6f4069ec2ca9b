/// Who has to leave a node so that a pod fits, besides those who leave anyway.
///
/// Best:   fewest broken budgets; of those, the most important victim as unimportant as can be; of
///         those, fewest victims; of those, the least important ones: lower priority, then later
///         start, then less memory, then the uid that sorts first.
/// Bounds: kMostPlans plans a node. A choice found within them is the best; beyond them it is the
///         best seen, and none of its victims could stay.
/// Source: design.md 6; spec/kube-scheduler-extender.md 2.3; the order in which kube-scheduler
///         compares nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "accounting/node_ledger.hpp"
#include "accounting/request.hpp"

namespace npushare {

/// A pod on the node that may be asked to leave.
struct Tenant {
  HolderPtr holder;
  std::vector<std::size_t> budgets;  // those its eviction uses up, as positions in `allowed`
};

struct VictimQuestion {
  const NodeLedger& node;  // without those who leave anyway
  const Request& request;
  std::vector<Tenant> tenants;
  std::vector<std::int64_t> allowed;  // how many more evictions each budget bears
};

struct Victims {
  std::vector<std::size_t> tenants;  // positions in the question, most important first
  std::int64_t broken_budgets = 0;   // victims whose eviction a budget does not bear
};

inline constexpr std::size_t kMostPlans = 400;

/// Nobody when the pod fits as it is; nothing when it would not even fit without all of them.
std::optional<Victims> choose_victims(const VictimQuestion& question);

}  // namespace npushare
