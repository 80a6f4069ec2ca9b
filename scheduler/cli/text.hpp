/// Text as a terminal shows it.
///
/// Units:  columns; one a code point. Names in a cluster are ASCII, our own ornaments are one
/// column wide. Safety: what comes from a server or a file passes printable() before it reaches a
/// terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace npushare::cli {

enum class Align { kLeft, kRight };

std::size_t columns_of(std::string_view utf8);

/// Control characters (an escape sequence begins with one) and broken UTF-8 become `?`.
std::string printable(std::string_view text);

/// At most `columns` wide; what was cut shows as an ellipsis.
std::string shortened(std::string_view utf8, std::size_t columns);

/// Exactly `columns` wide: shortened or filled with spaces.
std::string fitted(std::string_view utf8, std::size_t columns, Align align = Align::kLeft);

/// Breaks at spaces so that no line is wider than `columns`; each line begins with `indent` spaces.
/// A word that is too long stays whole.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns);

}  // namespace npushare::cli
