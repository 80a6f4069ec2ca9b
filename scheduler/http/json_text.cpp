#include "scheduler/http/json_text.hpp"

#include <cstddef>

namespace npushare::http {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
}

bool is_tail(unsigned byte) {
  return (byte & 0xC0U) == 0x80U;
}

/// Bytes of the UTF-8 character at `at`, 0 when there is none.
std::size_t character_size(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at);
  const unsigned second = byte_at(text, at + 1);
  const bool has_third = is_tail(byte_at(text, at + 2));
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !is_tail(second)) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) {
    const bool is_overlong = first == 0xE0 && second < 0xA0;
    const bool is_surrogate = first == 0xED && second > 0x9F;
    return has_third && !is_overlong && !is_surrogate ? 3 : 0;
  }
  const bool is_outside = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return has_third && is_tail(byte_at(text, at + 3)) && !is_outside ? 4 : 0;
}

void append_ascii(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    out.append({'\\', c});
  } else if (c == '\n') {
    out.append("\\n");
  } else if (code < 0x20) {
    out.append("\\u00").append({kHex[code >> 4U], kHex[code & 0xFU]});
  } else {
    out += c;
  }
}

}  // namespace

std::string quoted_json(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text, at);
    if (size == 0) {
      out.append("\xEF\xBF\xBD");
    } else if (size == 1) {
      append_ascii(out, text[at]);
    } else {
      out.append(text.substr(at, size));
    }
    at += size == 0 ? 1 : size;
  }
  return out += '"';
}

}  // namespace npushare::http
