#include <array>
#include <cstdint>

#include "scheduler/wire/object_writer.hpp"

namespace npushare::wire {
namespace {

bool is_plain(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte >= 0x20 && byte < 0x80 && letter != '"' && letter != '\\' && letter != '<' &&
         letter != '>' && letter != '&';
}

void append_unicode(std::string& out, unsigned code) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += kHex[(code >> shift) & 0xFU];
}

void append_ascii(std::string& out, char letter) {
  switch (letter) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: append_unicode(out, static_cast<unsigned char>(letter));
  }
}

/// How many bytes the UTF-8 character at the start of the text has; 0 when it is malformed.
std::size_t character_size(std::string_view text) {
  struct Form {
    std::uint8_t first, last;  // of the leading byte
    std::uint8_t low, high;    // of the byte after it
    std::size_t size;
  };
  static constexpr std::array<Form, 8> kForms{{{0xC2, 0xDF, 0x80, 0xBF, 2},
                                               {0xE0, 0xE0, 0xA0, 0xBF, 3},
                                               {0xE1, 0xEC, 0x80, 0xBF, 3},
                                               {0xED, 0xED, 0x80, 0x9F, 3},
                                               {0xEE, 0xEF, 0x80, 0xBF, 3},
                                               {0xF0, 0xF0, 0x90, 0xBF, 4},
                                               {0xF1, 0xF3, 0x80, 0xBF, 4},
                                               {0xF4, 0xF4, 0x80, 0x8F, 4}}};
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  for (const Form& form : kForms) {
    if (byte(0) < form.first || byte(0) > form.last) continue;
    if (text.size() < form.size || byte(1) < form.low || byte(1) > form.high) return 0;
    for (std::size_t at = 2; at < form.size; ++at)
      if ((byte(at) & 0xC0U) != 0x80U) return 0;
    return form.size;
  }
  return 0;
}

/// Line separators are escaped for JavaScript's sake, malformed bytes become the replacement
/// character.
std::size_t append_character(std::string& out, std::string_view text) {
  const std::size_t size = character_size(text);
  const std::string_view character = text.substr(0, size);
  if (size == 0) {
    append_unicode(out, 0xFFFD);
    return 1;
  }
  if (character == "\u2028" || character == "\u2029") {
    append_unicode(out, character == "\u2028" ? 0x2028 : 0x2029);
  } else {
    out += character;
  }
  return size;
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    if (static_cast<unsigned char>(text[0]) < 0x80) {
      append_ascii(out, text[0]);
      text.remove_prefix(1);
    } else {
      text.remove_prefix(append_character(out, text));
    }
  }
  out += '"';
}

std::string quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

}  // namespace npushare::wire
