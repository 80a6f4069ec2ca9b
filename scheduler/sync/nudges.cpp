#include "scheduler/sync/nudges.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "policies/planner.hpp"

namespace npushare::sync {

void Nudges::refused(const PodKey& pod) {
  const std::lock_guard lock(mutex_);
  refused_.insert(pod);
}

void Nudges::room_on(const NodeName& node) {
  const std::lock_guard lock(mutex_);
  nodes_.insert(node);
}

std::set<NodeName> Nudges::nodes_to_look_at() {
  const std::lock_guard lock(mutex_);
  std::set<NodeName> nodes = std::exchange(nodes_before_, std::exchange(nodes_, {}));
  nodes.insert(nodes_before_.begin(), nodes_before_.end());
  return nodes;
}

/// The refused pods that still wait, the most important first. The others are forgotten.
std::vector<Request> Nudges::refused_requests() {
  const auto rules = rules_.load();
  std::vector<Request> requests;
  std::set<PodKey> waiting;
  const std::lock_guard lock(mutex_);
  for (const auto& pod : pods_.pending()) {
    if (pod->is_gated || pod->is_terminating || !refused_.contains(pod->key)) continue;
    Result<Request> request = rules->dialect.read_request(*pod);
    if (!request || !request->wants_npu()) continue;
    requests.push_back(*std::move(request));
    waiting.insert(pod->key);
  }
  refused_ = std::move(waiting);
  std::ranges::stable_sort(requests, std::ranges::greater{},
                           [](const Request& request) { return request.holder->priority; });
  return requests;
}

void Nudges::run() {
  const std::set<NodeName> nodes = nodes_to_look_at();
  if (nodes.empty()) return;
  std::vector<Request> waiting = refused_requests();
  for (const NodeName& node : nodes) fill(node, waiting);
}

/// Plans the waiting pods onto the node one after the other, so that no two are woken for the same
/// room.
void Nudges::fill(const NodeName& node, std::vector<Request>& waiting) {
  const LedgerBook::Snapshot ledger = book_.snapshot(node);
  if (!ledger) return;
  const auto rules = rules_.load();
  NodeLedger filled = *ledger;
  std::erase_if(waiting, [&](const Request& request) {
    const Plan plan = plan_on(filled, request, *rules->chip_policy);
    if (!plan.fits() || !filled.take(*plan.allocation, ShareState::kReserved)) return false;
    const Holder& holder = *request.holder;
    {
      const std::lock_guard lock(mutex_);
      refused_.erase(holder.pod);
    }
    send_(holder.pod, holder.uid, ++number_);
    return true;
  });
}

}  // namespace npushare::sync
