/// Bytes as text and back. Source: RFC 4648 4, with padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace npushare::wire {

std::string base64(std::string_view bytes);

/// Nothing for a text that is none: another letter, a wrong length, bits behind the last byte.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace npushare::wire
