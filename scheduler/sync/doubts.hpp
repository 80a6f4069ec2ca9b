/// Bindings that the watch has not shown yet: accepted ones, and those whose outcome is not known.
///
/// Each is to be settled by a consistent read when it comes due: the API server gives a write at
/// most 34 s, so after 35 s the pod is on the node or will never be by that write.
/// Threads: none; the owner guards it.
/// Source:  spec/kube-scheduler-extender.md 1.6, the outcome table.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "accounting/allocation.hpp"
#include "accounting/names.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare::sync {

struct Doubt {
  PodKey pod;
  PodUid uid;
  NodeName node;
  observe::Clock::Monotonic due;
  std::uint64_t number = 0;  // of the write: a repeated one is another
  /// What an open Binding grants; null for an accepted one.
  std::shared_ptr<const Allocation> grants{};
};

class Doubts {
 public:
  static constexpr std::chrono::seconds kPatience{35};
  static constexpr std::chrono::seconds kRetryAfter{5};

  void add(Doubt doubt) {
    strike(doubt.uid, doubt.node);
    doubt.number = ++writes_;
    const PodUid uid = doubt.uid;
    doubts_.emplace(uid, std::move(doubt));
  }

  /// All of the pod's: it may have been tried on one node while another's outcome is still open.
  std::vector<Doubt> take(const PodUid& pod) {
    std::vector<Doubt> taken;
    const auto [first, last] = doubts_.equal_range(pod);
    for (auto doubt = first; doubt != last; ++doubt) taken.push_back(std::move(doubt->second));
    doubts_.erase(first, last);
    return taken;
  }

  bool contains(const PodUid& pod) const { return doubts_.contains(pod); }

  /// Null when there is none about that node.
  const Doubt* find(const PodUid& pod, const NodeName& node) const {
    const auto [first, last] = doubts_.equal_range(pod);
    const auto known = about(first, last, node);
    return known == last ? nullptr : &known->second;
  }

  /// What an open Binding to that node grants; null when none is open.
  std::shared_ptr<const Allocation> open_grants(const PodUid& pod, const NodeName& node) const {
    const Doubt* known = find(pod, node);
    return known == nullptr ? nullptr : known->grants;
  }

  /// The open Binding to that node is written once more. False when none is open.
  bool renew(const PodUid& pod, const NodeName& node, observe::Clock::Monotonic due) {
    const auto [first, last] = doubts_.equal_range(pod);
    const auto known = about(first, last, node);
    if (known == last || known->second.grants == nullptr) return false;
    known->second.number = ++writes_;
    known->second.due = due;
    return true;
  }

  /// False when there is none about that node.
  bool strike(const PodUid& pod, const NodeName& node) {
    const auto [first, last] = doubts_.equal_range(pod);
    const auto known = about(first, last, node);
    if (known == last) return false;
    doubts_.erase(known);
    return true;
  }

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
  template <class Iterator>
  static Iterator about(Iterator first, Iterator last, const NodeName& node) {
    return std::find_if(first, last, [&](const auto& entry) { return entry.second.node == node; });
  }

  std::uint64_t writes_ = 0;
  std::unordered_multimap<PodUid, Doubt> doubts_;
};

}  // namespace npushare::sync
