#include "policies/volcano.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace npushare {
namespace {

/// The best score among each requesting container's chips.
std::map<std::uint16_t, double> best_by_container(VolcanoPolicy policy, const NodeLedger& node,
                                                  const Allocation& plan) {
  std::map<std::uint16_t, double> best;
  for (const Grant& grant : plan.grants) {
    const DeviceLedger* chip = node.find(grant.chip);
    if (chip == nullptr) continue;
    double& score = best[grant.container];
    score = std::max(score, volcano_chip_score(policy, *chip));
  }
  return best;
}

class Volcano final : public Policy {
 public:
  explicit Volcano(VolcanoPolicy policy) : policy_(policy) {}

 private:
  // Volcano rates what is there already.
  Score rate_chip(const DeviceLedger& chip, const Amount& /*ask*/) const override {
    return rating(volcano_chip_score(policy_, chip));
  }

  Score rate_node(const NodeLedger& node, const Allocation& plan) const override {
    const auto best = best_by_container(policy_, node, plan);
    if (best.empty()) return Score{};
    double sum = 0;
    for (const auto& [container, score] : best) sum += score;
    return rating(sum / static_cast<double>(best.size()));
  }

  static Score rating(double score) {
    const double points = std::clamp(score, 0.0, 100.0);
    return Score{std::llround(points * static_cast<double>(Score::kPoint))};
  }

  VolcanoPolicy policy_;
};

}  // namespace

double volcano_chip_score(VolcanoPolicy policy, const DeviceLedger& chip) {
  const MiB memory = chip.capacity().memory;
  if (memory <= MiB{0}) return 0;
  switch (policy) {
    case VolcanoPolicy::kBinpack:
      return 100.0 * static_cast<double>(chip.used().memory.value()) /
             static_cast<double>(memory.value());
    case VolcanoPolicy::kSpread: return chip.is_idle() ? 100 : 0;
  }
  __builtin_unreachable();
}

double volcano_node_score(VolcanoPolicy policy, const NodeLedger& node, const Allocation& plan) {
  double sum = 0;
  for (const auto& [container, score] : best_by_container(policy, node, plan)) sum += score;
  return sum;
}

std::unique_ptr<Policy> make_volcano_binpack() {
  return std::make_unique<Volcano>(VolcanoPolicy::kBinpack);
}
std::unique_ptr<Policy> make_volcano_spread() {
  return std::make_unique<Volcano>(VolcanoPolicy::kSpread);
}

}  // namespace npushare
