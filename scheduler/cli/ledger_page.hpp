/// Every chip with what is taken from it, as `npushare top` shows it.
#pragma once

#include <string>

#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/style.hpp"

namespace npushare::cli {

/// Nodes, their chips as bars and below each chip its shares.
std::string draw_ledgers(const LedgersView& nodes, const Canvas& canvas);

/// The two bars of one chip, without its shares: what the demo shows before and after a step.
std::string draw_chip_bars(const ChipView& chip, const Canvas& canvas);

}  // namespace npushare::cli
