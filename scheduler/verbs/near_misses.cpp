#include "scheduler/verbs/near_misses.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "policies/victims.hpp"
#include "scheduler/verbs/node_explanation.hpp"

namespace npushare::verbs {
namespace {

constexpr std::int64_t kPermille = 1000;

/// How much of what is asked a chip lacks in its worst component.
std::int64_t lack_of(const ChipFinding& finding) {
  const auto lack = [](std::int64_t asked, std::int64_t free) {
    return asked > free ? (asked - free) * kPermille / std::max<std::int64_t>(asked, 1) : 0;
  };
  return std::max({lack(finding.asked.memory.value(), finding.free.memory.value()),
                   lack(finding.asked.cores.value(), finding.free.cores.value()),
                   lack(finding.asked.cpus.value(), finding.free.cpus.value()),
                   lack(finding.asked.slots.value(), finding.free.slots.value())});
}

/// The later in the checks a node was refused, and the less it lacks, the nearer.
auto distance_of(const NodeExplanation& node) {
  const Reason reason = node.plan.refusal.reason;
  std::int64_t least = kPermille;
  for (const ChipFinding& finding : node.findings)
    if (!finding.reason || *finding.reason == reason) least = std::min(least, lack_of(finding));
  return std::tuple(-static_cast<int>(reason), least, node.ledger->name());
}

std::vector<NodeExplanation*> nearest(std::vector<NodeExplanation>& nodes) {
  using Distance = decltype(distance_of(nodes.front()));
  std::vector<std::pair<Distance, NodeExplanation*>> candidates;
  for (NodeExplanation& node : nodes)
    if (!node.plan.fits() && !is_permanent(node.plan.refusal.reason))
      candidates.emplace_back(distance_of(node), &node);
  const std::size_t count = std::min(kLookedAt, candidates.size());
  std::ranges::partial_sort(candidates, candidates.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<NodeExplanation*> found;
  for (std::size_t k = 0; k < count; ++k) found.push_back(candidates[k].second);
  return found;
}

/// By UID, so that the same books name the same pods. A share that waits to be bound is nobody's to
/// send away.
std::vector<Leaving> tenants_of(const NodeLedger& node) {
  std::map<PodUid, Leaving> tenants;
  for (const DeviceLedger& chip : node.chips()) {
    for (const auto& [id, share] : chip.shares()) {
      if (share.state == ShareState::kReserved) continue;
      Leaving& tenant = tenants[share.holder->uid];
      tenant.holder = share.holder;
      tenant.amount += share.amount;
    }
  }
  std::vector<Leaving> list;
  for (auto& [uid, tenant] : tenants) list.push_back(std::move(tenant));
  return list;
}

std::optional<NearMiss> miss_on(const NodeLedger& node, const Request& request) {
  const std::vector<Leaving> tenants = tenants_of(node);
  VictimQuestion question{.node = node, .request = request, .tenants = {}, .allowed = {}};
  for (const Leaving& tenant : tenants)
    question.tenants.push_back({.holder = tenant.holder, .budgets = {}});
  const std::optional<Victims> victims = choose_victims(question);
  if (!victims || victims->tenants.empty()) return std::nullopt;
  NearMiss miss;
  for (const std::size_t victim : victims->tenants) miss.leave.push_back(tenants[victim]);
  return miss;
}

MiB memory_of(const NearMiss& miss) {
  MiB sum;
  for (const Leaving& leaving : miss.leave) sum += leaving.amount.memory;
  return sum;
}

}  // namespace

void find_near_misses(std::vector<NodeExplanation>& nodes, const Question& question) {
  std::vector<NodeExplanation*> misses = nearest(nodes);
  for (NodeExplanation* node : misses) node->near_miss = miss_on(*node->ledger, question.request);
  std::erase_if(misses, [](const NodeExplanation* node) { return !node->near_miss; });
  std::ranges::sort(misses, {}, [](const NodeExplanation* node) {
    return std::tuple(node->near_miss->leave.size(), memory_of(*node->near_miss),
                      node->ledger->name());
  });
  std::size_t rank = 0;
  for (NodeExplanation* node : misses) node->near_miss->rank = ++rank;
}

}  // namespace npushare::verbs
