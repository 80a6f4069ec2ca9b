/// A bar of what is taken, part by part.
///
/// Neighbouring parts take turns in two shades, so that each share can be told from the next
/// without colour; what is free is drawn faint. Every part that is more than nothing gets at least
/// one cell while there are cells enough; the rest is shared out by largest remainder, so the cells
/// always add up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/cli/style.hpp"

namespace npushare::cli {

/// Cells for each part, then for what is free; their sum is `cells`. Negative parts count as
/// nothing; parts beyond the whole fill the bar and leave no free cell.
std::vector<std::size_t> shared_out(const std::vector<std::int64_t>& parts, std::int64_t whole,
                                    std::size_t cells);

/// The shade of the part at this position.
std::string_view shade_of(std::size_t position);

std::string bar(const std::vector<std::int64_t>& parts, std::int64_t whole, std::size_t cells,
                const Style& style);

}  // namespace npushare::cli
