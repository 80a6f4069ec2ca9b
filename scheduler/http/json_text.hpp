/// A text as a JSON string. What is no UTF-8 is replaced by U+FFFD, so that the answer always
/// decodes. Source: RFC 8259 7.
#pragma once

#include <string>
#include <string_view>

namespace npushare::http {

std::string quoted_json(std::string_view text);

}  // namespace npushare::http
