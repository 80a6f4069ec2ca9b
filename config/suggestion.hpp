/// "Did you mean": the known word nearest to one that nobody knows.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace npushare::config {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other,
/// letters compared without case; a difference in case alone costs nothing.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The nearest of the words, if it is near enough to be what was meant: at most two edits, and
/// fewer than half of the shorter word. The first of equally near ones.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known);

}  // namespace npushare::config
