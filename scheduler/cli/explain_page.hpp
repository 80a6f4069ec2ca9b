/// Why a pod waits, or where it would go, as `npushare explain` shows it.
#pragma once

#include <string>

#include "scheduler/cli/explain_view.hpp"
#include "scheduler/cli/style.hpp"

namespace npushare::cli {

/// The pod, its wish, what would free it, and node by node which chip refuses for what; the first
/// nodes in full, the best and then the nearest misses first, the others counted by reason, all of
/// them on a wide canvas; last what was decided about the pod.
std::string draw_explanation(const ExplainView& view, const Canvas& canvas);

/// Where the pod would fit if others left, and who; empty when it fits, or nobody's leaving helps.
std::string draw_near_misses(const std::vector<NodeVerdictView>& nodes, const Canvas& canvas);

/// The chips of one node with asked and free amounts and who holds the rest.
std::string draw_node_verdict(const NodeVerdictView& node, const Canvas& canvas);

}  // namespace npushare::cli
