/// Why a pod waits, or where it would go, as `npushare explain` shows it.
#pragma once

#include <string>

#include "scheduler/cli/explain_view.hpp"
#include "scheduler/cli/style.hpp"

namespace npushare::cli {

/// The pod, its wish, and node by node which chip refuses for what; the first nodes in full, best
/// first, the others counted by reason.
std::string draw_explanation(const ExplainView& view, const Canvas& canvas);

/// The chips of one node with asked and free amounts and who holds the rest.
std::string draw_node_verdict(const NodeVerdictView& node, const Canvas& canvas);

}  // namespace npushare::cli
