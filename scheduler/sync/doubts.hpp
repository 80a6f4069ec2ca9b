/// Bindings that the watch has not shown yet: accepted ones, and those whose outcome is not known.
///
/// Each is to be settled by a consistent read when it comes due: the API server gives a write at
/// most 34 s, so after 35 s the pod is on the node or will never be by that write.
/// Threads: none; the owner guards it.
/// Source:  spec/kube-scheduler-extender.md 1.6, the outcome table.
#pragma once

#include <chrono>
#include <optional>
#include <unordered_map>
#include <vector>

#include "accounting/names.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare::sync {

struct Doubt {
  PodKey pod;
  PodUid uid;
  NodeName node;
  observe::Clock::Monotonic due;
};

class Doubts {
 public:
  static constexpr std::chrono::seconds kPatience{35};
  static constexpr std::chrono::seconds kRetryAfter{5};

  void add(Doubt doubt) {
    const PodUid uid = doubt.uid;
    doubts_.insert_or_assign(uid, std::move(doubt));
  }

  std::optional<Doubt> take(const PodUid& pod) {
    const auto known = doubts_.find(pod);
    if (known == doubts_.end()) return std::nullopt;
    Doubt doubt = std::move(known->second);
    doubts_.erase(known);
    return doubt;
  }

  bool contains(const PodUid& pod) const { return doubts_.contains(pod); }

  /// Those that have come due; they come due again after kRetryAfter.
  std::vector<Doubt> due(observe::Clock::Monotonic now) {
    std::vector<Doubt> ripe;
    for (auto& [uid, doubt] : doubts_) {
      if (doubt.due > now) continue;
      ripe.push_back(doubt);
      doubt.due = now + kRetryAfter;
    }
    return ripe;
  }

 private:
  std::unordered_map<PodUid, Doubt> doubts_;
};

}  // namespace npushare::sync
