/// The chips that Volcano's own deviceshare takes of a node for a pod.
///
/// It looks at room alone, whatever else is wrong with a chip, takes chips by its score, and never
/// two containers of a pod on one chip. Where its order leaves the choice to chance, ours is a chip
/// without an obstacle, then the one with the lowest index.
/// Source: spec/volcano-deviceshare.md 2.6, 2.7.
#pragma once

#include <optional>
#include <vector>

#include "policies/planner.hpp"
#include "policies/policy.hpp"

namespace npushare::volcano {

struct Pick {
  std::size_t ask = 0;
  const DeviceLedger* chip = nullptr;
  std::optional<Reason> obstacle{};  // why we would not take it
};

/// In the order they are taken; fewer than asked where the room ends.
std::vector<Pick> picks_of_volcano(const NodeLedger& node, const Request& request,
                                   const Policy& order);

/// Mode A: what is wrong with leaving the choice to Volcano; nothing when it takes good chips. A
/// node where it would not is refused, for another may do better.
std::optional<Refusal> mistake_of_volcano(const NodeLedger& node, const Request& request,
                                          const Policy& order);

}  // namespace npushare::volcano
