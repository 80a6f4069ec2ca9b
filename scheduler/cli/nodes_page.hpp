/// One line a node: is its plugin alive, how full is it, how fragmented; and the sum of all.
#pragma once

#include <string>

#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/style.hpp"

namespace npushare::cli {

/// FRAGMENTED is the part of the free memory that lies on chips others use too: a pod that needs a
/// whole chip cannot have it.
std::string draw_nodes(const LedgersView& nodes, const Canvas& canvas);

}  // namespace npushare::cli
