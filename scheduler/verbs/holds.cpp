#include "scheduler/verbs/holds.hpp"

#include <utility>

namespace npushare::verbs {

void TentativeHolds::place(Allocation allocation, Time now) {
  const PodUid pod = allocation.holder->uid;
  const std::lock_guard lock(mutex_);
  forget_old(now);
  if (const auto former = holds_.find(pod); former != holds_.end()) erase(former);
  pods_on_[allocation.node].push_back(pod);
  holds_.emplace(pod, Hold{std::move(allocation), now + kLength});
  count_.store(holds_.size(), std::memory_order_release);
}

bool TentativeHolds::drop(const PodUid& pod) {
  if (empty()) return false;
  const std::lock_guard lock(mutex_);
  const auto known = holds_.find(pod);
  if (known == holds_.end()) return false;
  erase(known);
  return true;
}

void TentativeHolds::erase(std::unordered_map<PodUid, Hold>::iterator hold) {
  const auto on_node = pods_on_.find(hold->second.allocation.node);
  std::erase(on_node->second, hold->first);
  if (on_node->second.empty()) pods_on_.erase(on_node);
  holds_.erase(hold);
  count_.store(holds_.size(), std::memory_order_release);
}

void TentativeHolds::forget_old(Time now) {
  for (auto hold = holds_.begin(); hold != holds_.end();) {
    const auto next = std::next(hold);
    if (hold->second.until <= now) erase(hold);
    hold = next;
  }
}

std::vector<NodeName> TentativeHolds::nodes() const {
  std::vector<NodeName> names;
  const std::lock_guard lock(mutex_);
  for (const auto& [node, pods] : pods_on_) names.push_back(node);
  return names;
}

std::vector<Allocation> TentativeHolds::on(const NodeName& node, const PodUid& asker,
                                           Time now) const {
  std::vector<Allocation> others;
  if (empty()) return others;
  const std::lock_guard lock(mutex_);
  const auto on_node = pods_on_.find(node);
  if (on_node == pods_on_.end()) return others;
  for (const PodUid& pod : on_node->second) {
    const Hold& hold = holds_.at(pod);
    if (pod != asker && now < hold.until) others.push_back(hold.allocation);
  }
  return others;
}

LedgerBook::Snapshot TentativeHolds::seen(const LedgerBook::Snapshot& ledger, const PodUid& asker,
                                          Time now) const {
  if (empty()) return ledger;
  const std::vector<Allocation> others = on(ledger->name(), asker, now);
  if (others.empty()) return ledger;
  auto crowded = std::make_shared<NodeLedger>(*ledger);
  for (const Allocation& other : others) {
    if (crowded->holds(other.holder->uid)) continue;
    [[maybe_unused]] const Result<> taken = crowded->take(other, ShareState::kReserved);
  }
  return crowded;
}

}  // namespace npushare::verbs
