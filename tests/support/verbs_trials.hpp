/// Shares that a scheduler's session holds, as a test put them there.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "scheduler/verbs/ports.hpp"

namespace npushare::verbs_test {

class FakeTrials final : public verbs::TrialPlans {
 public:
  void hold(Reservation share) { put_back(std::move(share)); }

  std::optional<Allocation> grants(const NodeName& node, const PodUid& pod) const override {
    const auto held = held_.find(pod);
    if (held == held_.end() || held->second.allocation().node != node) return std::nullopt;
    return held->second.allocation();
  }
  std::optional<Reservation> take(const NodeName& node, const PodUid& pod) override {
    const auto held = held_.find(pod);
    if (held == held_.end()) return std::nullopt;
    Reservation share = std::move(held->second);
    held_.erase(held);
    if (share.allocation().node != node) return std::nullopt;
    return share;
  }
  void put_back(Reservation share) override {
    const PodUid pod = share.allocation().holder->uid;
    held_.emplace(pod, std::move(share));
  }
  bool holds(const PodUid& pod) const { return held_.contains(pod); }

 private:
  std::map<PodUid, Reservation> held_;
};

}  // namespace npushare::verbs_test
