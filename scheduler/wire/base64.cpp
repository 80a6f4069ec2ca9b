#include "scheduler/wire/base64.hpp"

#include <cstddef>
#include <cstdint>

namespace npushare::wire {
namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kGroup = 4;  // letters for three bytes

std::uint32_t byte_at(std::string_view bytes, std::size_t index) {
  return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0U;
}

/// How many '=' the text ends in, of the two that it may.
std::size_t padding_of(std::string_view text) {
  if (text.ends_with("==")) return 2;
  return text.ends_with('=') ? 1 : 0;
}

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * kGroup);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t group =
        byte_at(bytes, at) << 16 | byte_at(bytes, at + 1) << 8 | byte_at(bytes, at + 2);
    text += kLetters[group >> 18];
    text += kLetters[group >> 12 & 63];
    text += at + 1 < bytes.size() ? kLetters[group >> 6 & 63] : '=';
    text += at + 2 < bytes.size() ? kLetters[group & 63] : '=';
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % kGroup != 0) return std::nullopt;
  text.remove_suffix(padding_of(text));
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned held = 0;  // how many of the bits are not written yet
  for (const char letter : text) {
    const std::size_t value = kLetters.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xFFFU;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(static_cast<unsigned char>(bits >> held));
  }
  const std::uint32_t rest = bits & ((1U << held) - 1U);
  if (rest != 0 || held == 6) return std::nullopt;
  return bytes;
}

}  // namespace npushare::wire
