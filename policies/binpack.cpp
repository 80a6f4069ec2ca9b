#include "policies/binpack.hpp"

#include "policies/fullness.hpp"

namespace npushare {
namespace {

class Binpack final : public Policy {
  Score rate_chip(const DeviceLedger& chip, const Amount& ask) const override {
    return chip_fullness(chip.capacity(), chip.used() + ask).value_or(Score{});
  }

  Score rate_node(const NodeLedger& node, const Allocation& plan) const override {
    return node_fullness(node, plan).value_or(Score{});
  }
};

}  // namespace

std::unique_ptr<Policy> make_binpack() {
  return std::make_unique<Binpack>();
}

}  // namespace npushare
