/// Pieces of delimited text, without copying it.
#pragma once

#include <string_view>

namespace npushare::backends {

/// Calls `each` for every piece between delimiters, empty ones included; there is always one at
/// least.
template <class Each>
void for_each_piece(std::string_view text, char delimiter, Each&& each) {
  for (;;) {
    const std::size_t end = text.find(delimiter);
    each(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

/// Without blanks and tabs at both ends.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace npushare::backends
