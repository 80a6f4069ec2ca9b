/// volcano-binpack and volcano-spread: Volcano's deviceshare scores, for a change without moves.
///
/// Formula: of a chip before the request is placed: binpack 100 * memory used / memory, spread 100
///          when nothing is on it, else 0. Of a node: the sum over the pod's containers of the
///          score of the first chip chosen for each, which is its best. Our rating is that sum
///          divided by the number of containers, equal for every node, so that it stays below 100.
/// Ties:    Volcano leaves them open; ours go to the lowest index.
/// Source:  spec/volcano-deviceshare.md 1.3, 2.6.
#pragma once

#include <memory>

#include "policies/policy.hpp"

namespace npushare {

enum class VolcanoPolicy { kBinpack, kSpread };

/// CalScore: 0...100, more on an overcommitted chip; 0 for a chip without memory.
double volcano_chip_score(VolcanoPolicy policy, const DeviceLedger& chip);

/// ScoreNode, before deviceshare.ScheduleWeight. `plan` holds chips of `node`.
double volcano_node_score(VolcanoPolicy policy, const NodeLedger& node, const Allocation& plan);

std::unique_ptr<Policy> make_volcano_binpack();
std::unique_ptr<Policy> make_volcano_spread();

}  // namespace npushare
