/// How full chips and nodes are, in memory and cores alike: what binpack and spread are made of.
///
/// Formula: of a chip, 100 * (memory share + cores share) / 2, where a share is taken / capacity
///          within 0...1, rounded down at the ninth decimal.
///          Of a node, (999 * of the plan's chips + of all healthy chips) / 1000, each the mean
///          over those chips with the plan placed: hosts compare by the chips they offer, and equal
///          offers by the rest of the node.
/// Errors:  nothing for a chip without capacity, or a node without such a chip.
/// Source:  "best fit, sum of residuals" and ranking chips over all nodes: spec/performance.md 5.3,
///          5.4.
#pragma once

#include <optional>

#include "policies/policy.hpp"

namespace npushare {

std::optional<Score> chip_fullness(const Amount& capacity, const Amount& taken);

std::optional<Score> node_fullness(const NodeLedger& node, const Allocation& plan);

}  // namespace npushare
