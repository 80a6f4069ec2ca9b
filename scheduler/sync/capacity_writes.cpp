#include "scheduler/sync/capacity_writes.hpp"

#include <algorithm>

namespace npushare::sync {

void CapacityWrites::lacks(const NodeName& node, wire::CapacityPatch patch) {
  const std::lock_guard lock(mutex_);
  if (patch.empty()) {
    if (const auto known = nodes_.find(node); known != nodes_.end()) known->second.patch.clear();
    return;
  }
  Wanted& wanted =
      nodes_.try_emplace(node, Wanted{.patch = {}, .not_before = clock_.now()}).first->second;
  wanted.patch = std::move(patch);
}

void CapacityWrites::forget(const NodeName& node) {
  const std::lock_guard lock(mutex_);
  nodes_.erase(node);
}

void CapacityWrites::forget_all() {
  const std::lock_guard lock(mutex_);
  nodes_.clear();
}

std::vector<std::pair<NodeName, wire::CapacityPatch>> CapacityWrites::due(std::size_t most) {
  const observe::Clock::Monotonic now = clock_.now();
  std::vector<std::pair<NodeName, wire::CapacityPatch>> writes;
  const std::lock_guard lock(mutex_);
  std::erase_if(nodes_, [now](const auto& entry) {
    const Wanted& wanted = entry.second;
    return wanted.patch.empty() && now >= wanted.not_before + wanted.wait;
  });
  for (auto& [node, wanted] : nodes_) {
    if (writes.size() == most) break;
    if (wanted.patch.empty() || now < wanted.not_before) continue;
    wanted.wait = std::clamp(wanted.wait * 2, kFirstWait, kLongestWait);
    wanted.not_before = now + wanted.wait;
    writes.emplace_back(node, wanted.patch);
  }
  return writes;
}

}  // namespace npushare::sync
