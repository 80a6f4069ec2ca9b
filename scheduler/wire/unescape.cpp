#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "scheduler/wire/scan.hpp"

namespace npushare::wire {
namespace {

constexpr bool is_high_surrogate(std::uint32_t code) {
  return code >= 0xD800 && code < 0xDC00;
}
constexpr bool is_low_surrogate(std::uint32_t code) {
  return code >= 0xDC00 && code < 0xE000;
}

std::optional<std::uint32_t> hex4(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  std::uint32_t code = 0;
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + 4, code, 16);
  if (failure != std::errc{} || stop != text.data() + 4) return std::nullopt;
  return code;
}

/// Reads XXXX or XXXX\uXXXX, and steps over it.
std::optional<std::uint32_t> take_code(std::string_view& text) {
  const std::optional<std::uint32_t> first = hex4(text);
  if (!first || is_low_surrogate(*first)) return std::nullopt;
  text.remove_prefix(4);
  if (!is_high_surrogate(*first)) return first;
  if (!text.starts_with("\\u")) return std::nullopt;
  const std::optional<std::uint32_t> second = hex4(text.substr(2));
  if (!second || !is_low_surrogate(*second)) return std::nullopt;
  text.remove_prefix(6);
  return 0x10000 + ((*first - 0xD800) << 10U) + (*second - 0xDC00);
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  const auto put_tail = [&](std::uint32_t shift) { put(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0U | (code >> 6U));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    put_tail(6);
  } else {
    put(0xF0U | (code >> 18U));
    put_tail(12);
    put_tail(6);
  }
  put_tail(0);
}

std::optional<char> short_escape(char letter) {
  static constexpr std::array<std::pair<char, char>, 8> kEscapes{{{'"', '"'},
                                                                  {'\\', '\\'},
                                                                  {'/', '/'},
                                                                  {'n', '\n'},
                                                                  {'t', '\t'},
                                                                  {'r', '\r'},
                                                                  {'b', '\b'},
                                                                  {'f', '\f'}}};
  for (const auto& [written, meant] : kEscapes)
    if (written == letter) return meant;
  return std::nullopt;
}

}  // namespace

bool append_unescaped(std::string& out, std::string_view inside) {
  while (true) {
    const std::size_t plain = std::min(inside.find('\\'), inside.size());
    out += inside.substr(0, plain);
    inside.remove_prefix(plain);
    if (inside.empty()) return true;
    if (inside.size() < 2) return false;
    const char letter = inside[1];
    inside.remove_prefix(2);
    if (letter == 'u') {
      const std::optional<std::uint32_t> code = take_code(inside);
      if (!code) return false;
      append_utf8(out, *code);
      continue;
    }
    const std::optional<char> meant = short_escape(letter);
    if (!meant) return false;
    out += *meant;
  }
}

}  // namespace npushare::wire
