/// Which of the nodes that refuse a pod are nearest to taking it, and who would have to leave.
///
/// Any pod may be named, whatever its priority: this is advice for a person, preempt has rules of
/// its own. Nodes where no departure helps are no near misses.
/// Order:  the fewest pods to leave; of those, the least memory that leaves; then the name.
/// Bounds: the kLookedAt nodes that lack least are looked at.
#pragma once

#include <cstddef>
#include <vector>

#include "accounting/node_ledger.hpp"
#include "scheduler/verbs/question.hpp"

namespace npushare::verbs {

struct NodeExplanation;

/// What a pod holds on one node.
struct Leaving {
  HolderPtr holder;
  Amount amount;
};

struct NearMiss {
  std::size_t rank = 0;  // 1 is the nearest
  std::vector<Leaving> leave;
};

inline constexpr std::size_t kLookedAt = 16;

/// Fills in NodeExplanation::near_miss.
void find_near_misses(std::vector<NodeExplanation>& nodes, const Question& question);

}  // namespace npushare::verbs
