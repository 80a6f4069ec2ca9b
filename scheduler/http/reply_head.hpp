/// The first bytes of an answer.
///
/// Content-Length on every answer but a stream, which is chunked, or ends with the connection for
/// HTTP/1.0. A line break inside a header value becomes a blank, so that no value can add a header.
/// Source: RFC 9112 3, 6 and 7; RFC 9110 15 for the reason phrases.
#pragma once

#include <string>
#include <string_view>

#include "scheduler/http/message.hpp"

namespace npushare::http {

struct ReplyFraming {
  bool is_http11 = true;
  bool keep_alive = true;
};

/// Replaces `out` by the status line, the headers and the empty line.
void write_reply_head(const Response& response, ReplyFraming framing, std::string& out);

/// 1xx, 204 and 304 have no body and no length.
bool may_have_body(unsigned status);

std::string_view reason_phrase(unsigned status);

}  // namespace npushare::http
