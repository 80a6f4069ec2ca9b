#include "policies/fullness.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace npushare {
namespace {

/// taken / capacity in units of 1 / Score::kPoint.
std::int64_t share_of(std::int64_t taken, std::int64_t capacity) {
  taken = std::clamp<std::int64_t>(taken, 0, capacity);
  // Amounts beyond 2^33 lose low bits, so that the product stays within 63 bits.
  constexpr int kBits = 33;
  const int width = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(capacity)));
  const int excess = std::max(0, width - kBits);
  const std::int64_t divisor = capacity >> excess;
  return divisor == 0 ? 0 : (taken >> excess) * Score::kPoint / divisor;
}

/// A mean that grows chip by chip.
struct Mean {
  std::int64_t sum = 0;
  std::int64_t count = 0;

  void add(Score score) {
    sum += score.value();
    ++count;
  }
  std::int64_t value() const { return count == 0 ? 0 : sum / count; }
};

/// What the plan adds to one chip.
Amount added_on(const Allocation& plan, const Chip& chip) {
  std::vector<const Grant*> grants;
  for (const Grant& grant : plan.grants)
    if (grant.chip_index == chip.index && grant.chip == chip.uuid) grants.push_back(&grant);
  if (grants.empty()) return {};
  return peak_of(plan.containers, grants);
}

}  // namespace

std::optional<Score> chip_fullness(const Amount& capacity, const Amount& taken) {
  if (capacity.memory <= MiB{0} || capacity.cores <= Cores{0}) return std::nullopt;
  const std::int64_t memory = share_of(taken.memory.value(), capacity.memory.value());
  const std::int64_t cores = share_of(taken.cores.value(), capacity.cores.value());
  constexpr std::int64_t kHalf = Score::kMax / Score::kPoint / 2;
  return Score{kHalf * (memory + cores)};
}

std::optional<Score> node_fullness(const NodeLedger& node, const Allocation& plan) {
  Mean offered;
  Mean all;
  for (const DeviceLedger& chip : node.chips()) {
    const Amount added = added_on(plan, chip.chip());
    const auto fullness = chip_fullness(chip.capacity(), chip.used() + added);
    if (!fullness || !chip.chip().healthy) continue;
    all.add(*fullness);
    if (added != Amount{}) offered.add(*fullness);
  }
  if (all.count == 0) return std::nullopt;
  const std::int64_t first = offered.count == 0 ? all.value() : offered.value();
  constexpr std::int64_t kParts = 1000;
  return Score{(first * (kParts - 1) + all.value()) / kParts};
}

}  // namespace npushare
