/// The manual page npushare(1), from the words of --help and the options of the parser.
///
/// Source:  man(7), the macros of roff for manual pages.
#pragma once

#include <string>
#include <vector>

#include "scheduler/cli/outline.hpp"

namespace npushare::cli {

std::string draw_manual(const std::vector<CommandOutline>& commands);

}  // namespace npushare::cli
