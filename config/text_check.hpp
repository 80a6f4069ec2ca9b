/// Whether a text is one at all: UTF-8 without control characters.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace npushare::config {

/// The offset of the first byte that is not UTF-8 or is a control character other than tab, line
/// feed and carriage return. Nothing when the text is good.
///
/// Source: RFC 3629 section 4; YAML 1.2.2 section 5.1.
std::optional<std::size_t> first_bad_byte(std::string_view text);

/// The line, counted from 1, on which the byte at `offset` stands.
std::size_t line_at(std::string_view text, std::size_t offset);

}  // namespace npushare::config
