/// Which known names did the user mean?
#pragma once

#include <cstddef>
#include <string_view>

namespace npushare {

/// How many letters to insert, delete or replace; at most `limit` + 1 is told apart.
std::size_t edits_between(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace npushare
