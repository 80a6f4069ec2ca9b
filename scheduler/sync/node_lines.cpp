#include "scheduler/sync/node_lines.hpp"

#include <set>
#include <utility>
#include <vector>

namespace npushare::sync {

void NodeLines::look(const NodeName& node, Steps& steps) {
  const auto line = lines_.find(node);
  if (line == lines_.end()) return;
  line->second.look(clock_.now(), steps);
  for (const PodUid& pod : std::exchange(steps.dropped, {})) places_.erase(pod);
  if (line->second.is_unused()) lines_.erase(line);
  in_line_.store(places_.size());
}

void NodeLines::drop(const PodUid& pod, Steps& steps) {
  const auto place = places_.find(pod);
  if (place == places_.end()) return;
  const NodeName node = place->second;
  lines_[node].drop(pod, steps);
  look(node, steps);
}

/// Under the lock, so that settle() never overlooks a share that is on its way back.
void NodeLines::give_back(Steps& steps) {
  for (const Reservation& share : steps.given_back)
    steps.roomier.push_back(share.allocation().node);
  steps.given_back.clear();
}

/// Without the lock: who is woken may come straight back.
void NodeLines::carry_out(const Steps& steps) const {
  for (const std::shared_ptr<Caller>& caller : steps.answered) caller->wake();
  if (!room_) return;
  for (const NodeName& node : steps.roomier) room_(node);
}

std::optional<Reservation> NodeLines::come_back(const NodeName& node, const PodUid& pod) {
  if (in_line_.load() == 0) return std::nullopt;
  Steps steps;
  {
    const std::lock_guard lock(mutex_);
    const auto place = places_.find(pod);
    if (place == places_.end()) return std::nullopt;
    if (place->second == node) return lines_[node].reclaim(pod, clock_.now());
    drop(pod, steps);
    give_back(steps);
  }
  carry_out(steps);
  return std::nullopt;
}

bool NodeLines::join(const std::shared_ptr<Caller>& caller, Reservation share) {
  const NodeName& node = caller->visit.node;
  Steps steps;
  {
    const std::lock_guard lock(mutex_);
    if (!lines_[node].join(caller, std::move(share), clock_.now())) return false;
    places_.insert_or_assign(caller->visit.pod, node);
    look(node, steps);
    give_back(steps);
  }
  carry_out(steps);
  return true;
}

std::size_t NodeLines::waiting(const NodeName& node) const {
  if (in_line_.load() == 0) return 0;
  const std::lock_guard lock(mutex_);
  const auto line = lines_.find(node);
  return line == lines_.end() ? 0 : line->second.waiting();
}

std::optional<NodeName> NodeLines::place_of(const PodUid& pod) const {
  if (in_line_.load() == 0) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto place = places_.find(pod);
  return place == places_.end() ? std::nullopt : std::optional(place->second);
}

void NodeLines::occupy(const NodeName& node, const PodUid& pod) {
  const std::lock_guard lock(mutex_);
  lines_[node].occupy(pod, clock_.now());
}

void NodeLines::release(const NodeName& node, const PodUid& pod) {
  Steps steps;
  {
    const std::lock_guard lock(mutex_);
    const auto line = lines_.find(node);
    if (line == lines_.end()) return;
    line->second.release(pod, clock_.now());
    look(node, steps);
    give_back(steps);
  }
  carry_out(steps);
}

void NodeLines::settle(const PodUid& pod, const NodeName& bound_to) {
  if (in_line_.load() == 0) return;
  Steps steps;
  {
    const std::lock_guard lock(mutex_);
    drop(pod, steps);
    // A share on the node the pod is bound to is the pod's own: it must not go back.
    for (Reservation& share : steps.given_back) {
      const Allocation& kept = share.allocation();
      if (kept.holder->uid == pod && kept.node == bound_to) share.commit(ShareState::kBound);
    }
    give_back(steps);
  }
  carry_out(steps);
}

void NodeLines::tick() {
  Steps steps;
  {
    const std::lock_guard lock(mutex_);
    std::set<NodeName> nodes;
    for (const auto& [pod, node] : places_) nodes.insert(node);
    for (const NodeName& node : nodes) {
      lines_[node].sweep(clock_.now(), steps);
      look(node, steps);
    }
    give_back(steps);
  }
  carry_out(steps);
}

void NodeLines::close() {
  const std::lock_guard lock(mutex_);
  room_ = nullptr;
  lines_.clear();
  places_.clear();
  in_line_.store(0);
}

}  // namespace npushare::sync
