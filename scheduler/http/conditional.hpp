/// Conditional requests: what the caller has already is not sent again.
///
/// Source: RFC 9110 8.8.3 (ETag), 13.1.2 (If-None-Match), 15.4.5 (304).
#pragma once

#include <string_view>

#include "scheduler/http/message.hpp"

namespace npushare::http {

/// True when an If-None-Match header names the tag, or is `*`. Weak and strong tags compare alike.
bool names_tag(std::string_view if_none_match, std::string_view tag);

/// Names the answer's version, `tag` without quotes. For a caller who has that version it becomes a
/// 304, which keeps the headers and loses the body.
Response with_tag(Response response, std::string_view tag, const Request& request);

}  // namespace npushare::http
