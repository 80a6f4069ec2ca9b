/// One line a share: who holds what of which chip, since when.
#pragma once

#include <string>

#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/style.hpp"

namespace npushare::cli {

/// In the order of nodes, chips and pods; shares of chips that are gone come last of their node.
std::string draw_share_list(const LedgersView& nodes, const Canvas& canvas);

}  // namespace npushare::cli
