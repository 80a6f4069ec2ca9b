#include "policies/hami.hpp"

#include <algorithm>
#include <cmath>

namespace npushare {
namespace {

float ratio(std::int64_t part, std::int64_t total) {
  return static_cast<float>(part) / static_cast<float>(total);
}

/// HAMi's request as the chip would be charged for it.
Amount hami_asked(const DeviceLedger& chip, const Amount& ask) {
  const bool names_cores = chip.chip().mode == Mode::kSoft && ask != chip.capacity();
  return {.memory = ask.memory,
          .cores = names_cores ? ask.cores : Cores{0},
          .cpus = {},
          .slots = Slots{1}};
}

float raw_node_score(const NodeLedger& node) {
  Amount total;
  Amount used;
  for (const DeviceLedger& chip : node.chips()) {
    total += chip.capacity();
    used += hami_used(chip);
  }
  return hami_node_score(total, used);
}

enum class Direction { kHighestRaw, kLowestRaw };

class Hami final : public Policy {
 public:
  explicit Hami(Direction direction) : direction_(direction) {}

 private:
  Score rate_chip(const DeviceLedger& chip, const Amount& ask) const override {
    return rating(hami_chip_score(chip.capacity(), hami_used(chip), hami_asked(chip, ask)));
  }

  // HAMi scores a node before it places the pod.
  Score rate_node(const NodeLedger& node, const Allocation& /*plan*/) const override {
    return rating(raw_node_score(node));
  }

  TieOrder ties() const override { return TieOrder::kHighestIndexFirst; }

  /// Raw scores lie around 0...30, so one of them is one of our points.
  Score rating(float raw) const {
    const double points = std::clamp(static_cast<double>(raw), 0.0, 100.0);
    const Score score{std::llround(points * static_cast<double>(Score::kPoint))};
    return direction_ == Direction::kHighestRaw ? score : Score{Score::kMax - score.value()};
  }

  Direction direction_;
};

}  // namespace

float hami_chip_score(const Amount& total, const Amount& used, const Amount& asked) {
  if (total.slots <= Slots{0} || total.cores <= Cores{0} || total.memory <= MiB{0}) return 0;
  const Amount taken = used + asked;
  return 10 * (ratio(taken.slots.value(), total.slots.value()) +
               ratio(taken.cores.value(), total.cores.value()) +
               ratio(taken.memory.value(), total.memory.value()));
}

float hami_node_score(const Amount& total, const Amount& used) {
  return hami_chip_score(total, used, Amount{});
}

Amount hami_used(const DeviceLedger& chip) {
  Amount used;
  for (const auto& [id, share] : chip.shares()) {
    const bool is_whole = share.hold == Hold::kWhole;
    const bool names_cores = share.mode == Mode::kSoft && !is_whole;
    used += {.memory = share.amount.memory,
             .cores = names_cores ? share.amount.cores : Cores{0},
             .cpus = {},
             .slots = is_whole ? Slots{1} : share.amount.slots};
  }
  return used;
}

std::unique_ptr<Policy> make_hami_binpack() {
  return std::make_unique<Hami>(Direction::kHighestRaw);
}
std::unique_ptr<Policy> make_hami_spread() {
  return std::make_unique<Hami>(Direction::kLowestRaw);
}

}  // namespace npushare
