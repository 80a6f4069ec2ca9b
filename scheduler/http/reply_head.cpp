#include "scheduler/http/reply_head.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace npushare::http {
namespace {

using Phrase = std::pair<unsigned, std::string_view>;

constexpr std::array kPhrases{
    Phrase{100, "Continue"},
    Phrase{200, "OK"},
    Phrase{201, "Created"},
    Phrase{202, "Accepted"},
    Phrase{204, "No Content"},
    Phrase{304, "Not Modified"},
    Phrase{308, "Permanent Redirect"},
    Phrase{400, "Bad Request"},
    Phrase{401, "Unauthorized"},
    Phrase{403, "Forbidden"},
    Phrase{404, "Not Found"},
    Phrase{405, "Method Not Allowed"},
    Phrase{409, "Conflict"},
    Phrase{410, "Gone"},
    Phrase{413, "Content Too Large"},
    Phrase{415, "Unsupported Media Type"},
    Phrase{422, "Unprocessable Content"},
    Phrase{429, "Too Many Requests"},
    Phrase{431, "Request Header Fields Too Large"},
    Phrase{500, "Internal Server Error"},
    Phrase{501, "Not Implemented"},
    Phrase{503, "Service Unavailable"},
    Phrase{504, "Gateway Timeout"},
};

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  const std::size_t start = out.size();
  out.append(value);
  const auto value_begin = out.begin() + static_cast<std::ptrdiff_t>(start);
  std::replace_if(value_begin, out.end(), [](char c) { return c == '\r' || c == '\n'; }, ' ');
  out.append("\r\n");
}

}  // namespace

bool may_have_body(unsigned status) {
  return status >= 200 && status != 204 && status != 304;
}

std::string_view reason_phrase(unsigned status) {
  for (const auto& [code, phrase] : kPhrases)
    if (code == status) return phrase;
  return {};
}

void write_reply_head(const Response& response, ReplyFraming framing, std::string& out) {
  out.assign("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
  out.append(reason_phrase(response.status)).append("\r\n");
  const bool has_body = may_have_body(response.status);
  if (has_body) append_header(out, "Content-Type", response.content_type);
  if (has_body && !response.stream)
    append_header(out, "Content-Length", std::to_string(body_length(response)));
  if (has_body && response.stream && framing.is_http11)
    append_header(out, "Transfer-Encoding", "chunked");
  for (const auto& [name, value] : response.headers) append_header(out, name, value);
  if (!framing.keep_alive) append_header(out, "Connection", "close");
  if (framing.keep_alive && !framing.is_http11) append_header(out, "Connection", "keep-alive");
  out.append("\r\n");
}

}  // namespace npushare::http
