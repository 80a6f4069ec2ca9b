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
  std::set<NodeName> fresh;
  {
    const std::lock_guard lock(mutex_);
    fresh = std::exchange(nodes_, {});
  }
  std::erase_if(in_vain_, [&](const auto& entry) { return fresh.contains(entry.first); });
  std::set<NodeName> nodes = std::exchange(nodes_before_, fresh);
  nodes.merge(fresh);
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
  std::erase_if(in_vain_, [&](const auto& entry) { return !refused_.contains(entry.second); });
  std::ranges::stable_sort(requests, std::ranges::greater{},
                           [](const Request& request) { return request.holder->priority; });
  return requests;
}

void Nudges::run() {
  std::set<NodeName> nodes = settle_woken();
  nodes.merge(nodes_to_look_at());
  if (nodes.empty()) return;
  std::vector<Request> waiting = refused_requests();
  std::size_t left = kMost;
  for (const NodeName& node : nodes) {
    if (left > 0) fill(node, waiting, left);
    if (left == 0) nodes_before_.insert(node);  // more may fit there: in the next run
  }
}

Nudges::Fate Nudges::fate_of(const Woken& woken) const {
  const Holder& holder = *woken.place.holder;
  const LedgerBook::Snapshot ledger = book_.snapshot(woken.place.node);
  if (ledger && ledger->holds(holder.uid)) return Fate::kArrived;
  const auto pod = pods_.find(holder.pod);
  const bool still_waits =
      pod && pod->uid == holder.uid && pod->node.empty() && !pod->is_gated && !pod->is_terminating;
  if (!still_waits || woken.runs >= kPatience) return Fate::kLost;
  const std::lock_guard lock(mutex_);
  return refused_.contains(holder.pod) ? Fate::kLost : Fate::kComing;
}

/// The room of who does not come for it is looked at again.
std::set<NodeName> Nudges::settle_woken() {
  std::set<NodeName> nodes;
  std::erase_if(woken_, [&](Woken& woken) {
    ++woken.runs;
    const Fate fate = fate_of(woken);
    if (fate == Fate::kLost) {
      nodes.insert(woken.place.node);
      in_vain_.emplace(woken.place.node, woken.place.holder->pod);
    }
    return fate != Fate::kComing;
  });
  return nodes;
}

/// Plans the waiting pods onto the node one after the other, so that no two are woken for the same
/// room.
void Nudges::fill(const NodeName& node, std::vector<Request>& waiting, std::size_t& left) {
  const LedgerBook::Snapshot ledger = book_.snapshot(node);
  if (!ledger) return;
  const auto rules = rules_.load();
  NodeLedger filled = with_woken(*ledger);
  std::erase_if(waiting, [&](const Request& request) {
    if (left == 0 || in_vain_.contains({node, request.holder->pod})) return false;
    const Plan plan = plan_on(filled, request, *rules->chip_policy);
    if (!plan.fits() || !filled.take(*plan.allocation, ShareState::kReserved)) return false;
    --left;
    wake(plan.allocation.value());
    return true;
  });
}

NodeLedger Nudges::with_woken(const NodeLedger& ledger) const {
  NodeLedger filled = ledger;
  for (const Woken& woken : woken_) {
    if (woken.place.node != ledger.name()) continue;
    [[maybe_unused]] const Result<> taken = filled.take(woken.place, ShareState::kReserved);
  }
  return filled;
}

void Nudges::wake(Allocation place) {
  {
    const std::lock_guard lock(mutex_);
    refused_.erase(place.holder->pod);
  }
  send_(place, ++number_);
  woken_.push_back({.place = std::move(place)});
}

}  // namespace npushare::sync
