#include "policies/spread.hpp"

#include "policies/fullness.hpp"

namespace npushare {
namespace {

Score emptiness(std::optional<Score> fullness) {
  if (!fullness) return Score{};
  return Score{Score::kMax - fullness->value()};
}

class Spread final : public Policy {
  Score rate_chip(const DeviceLedger& chip, const Amount& ask) const override {
    return emptiness(chip_fullness(chip.capacity(), chip.used() + ask));
  }

  Score rate_node(const NodeLedger& node, const Allocation& plan) const override {
    return emptiness(node_fullness(node, plan));
  }
};

}  // namespace

std::unique_ptr<Policy> make_spread() {
  return std::make_unique<Spread>();
}

}  // namespace npushare
