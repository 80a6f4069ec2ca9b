/// Characters as Go's standard library sees them: what is printable, what is white space.
///
/// Source: Go, strconv.Quote (appendEscapedRune), unicode.IsSpace; Unicode categories C and Z.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace npushare::convert {

struct Rune {
  char32_t value = 0;
  std::size_t size = 1;   // bytes
  bool is_valid = false;  // false: one byte that begins no character
};

/// Of a text that is not empty.
Rune first_rune(std::string_view text);

bool is_space(char32_t rune);

/// Appends the character, of these bytes, as it stands in a double-quoted literal.
void append_escaped(std::string& out, const Rune& rune, std::string_view bytes);

/// Without white space at either end.
std::string_view trimmed(std::string_view text);

}  // namespace npushare::convert
