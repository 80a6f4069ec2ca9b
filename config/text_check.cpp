#include "config/text_check.hpp"

#include <algorithm>
#include <cstdint>

namespace npushare::config {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint8_t>(text[at]);
}

bool is_printable(std::uint8_t byte) {
  return (byte >= 0x20 && byte != 0x7F) || byte == '\t' || byte == '\n' || byte == '\r';
}

/// Bytes of the sequence that `lead` begins; 0 when it begins none.
std::size_t length_for(std::uint8_t lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

/// The second byte's range rules out overlong forms, surrogates and what lies beyond U+10FFFF.
bool is_second(std::uint8_t lead, std::uint8_t second) {
  const std::uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return second >= low && second <= high;
}

/// Bytes of the character at `at`; 0 when there is none.
std::size_t character_at(std::string_view text, std::size_t at) {
  const std::uint8_t lead = byte_at(text, at);
  if (lead < 0x80) return is_printable(lead) ? 1 : 0;
  const std::size_t length = length_for(lead);
  if (length == 0 || at + length > text.size()) return 0;
  if (!is_second(lead, byte_at(text, at + 1))) return 0;
  for (std::size_t k = 2; k < length; ++k) {
    if ((byte_at(text, at + k) & 0xC0) != 0x80) return 0;
  }
  return length;
}

}  // namespace

std::optional<std::size_t> first_bad_byte(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_at(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

std::size_t line_at(std::string_view text, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, offset), '\n'));
}

}  // namespace npushare::config
