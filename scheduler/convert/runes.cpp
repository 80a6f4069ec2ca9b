#include "scheduler/convert/runes.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace npushare::convert {
namespace {

struct Span {
  char32_t first;
  char32_t last;
};

/// Above 7F: controls, formats, separators, private and unpaired ones, and what is no character.
constexpr Span kUnprintable[] = {
    {0x80, 0xA0},       {0xAD, 0xAD},       {0x600, 0x605},     {0x61C, 0x61C},
    {0x6DD, 0x6DD},     {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},
    {0x1680, 0x1680},   {0x180E, 0x180E},   {0x2000, 0x200F},   {0x2028, 0x202F},
    {0x205F, 0x2064},   {0x2066, 0x206F},   {0x3000, 0x3000},   {0xD800, 0xF8FF},
    {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},   {0xFFFE, 0xFFFF},   {0x110BD, 0x110BD},
    {0x110CD, 0x110CD}, {0x13430, 0x13438}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
    {0x1FFFE, 0x1FFFF}, {0x2FFFE, 0x2FFFF}, {0x3FFFE, 0x3FFFF}, {0x4FFFE, 0x4FFFF},
    {0x5FFFE, 0x5FFFF}, {0x6FFFE, 0x6FFFF}, {0x7FFFE, 0x7FFFF}, {0x8FFFE, 0x8FFFF},
    {0x9FFFE, 0x9FFFF}, {0xAFFFE, 0xAFFFF}, {0xBFFFE, 0xBFFFF}, {0xCFFFE, 0xCFFFF},
    {0xDFFFE, 0xDFFFF}, {0xE0001, 0xE0001}, {0xE0020, 0xE007F}, {0xEFFFE, 0x10FFFF},
};

constexpr char32_t kLastAscii = 0x7F;
constexpr char32_t kLastOfFourDigits = 0xFFFF;

bool is_printable(char32_t rune) {
  if (rune <= kLastAscii) return rune >= ' ' && rune < kLastAscii;
  return std::ranges::none_of(
      kUnprintable, [rune](const Span& span) { return rune >= span.first && rune <= span.last; });
}

/// How many bytes a character has that begins so; 0: none does.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

bool is_in_range(char32_t value, std::size_t size) {
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_half = value >= 0xD800 && value <= 0xDFFF;
  return value >= kLeast[size] && value <= 0x10FFFF && !is_half;
}

void append_hex(std::string& out, const char* start, char32_t value, int digits) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += start;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kHex[(value >> shift) & 0xFU];
}

/// Nothing for a character that has no letter of its own behind the backslash.
char short_escape(char32_t rune) {
  constexpr std::string_view kRunes = "\a\b\f\n\r\t\v\"\\";
  constexpr std::string_view kLetters = "abfnrtv\"\\";
  if (rune > kLastAscii) return '\0';
  const std::size_t at = kRunes.find(static_cast<char>(rune));
  return at == std::string_view::npos ? '\0' : kLetters[at];
}

}  // namespace

Rune first_rune(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const Rune broken{.value = first, .size = 1, .is_valid = false};
  const std::size_t size = length_of(first);
  if (size == 0 || size > text.size()) return broken;
  if (size == 1) return {.value = first, .size = 1, .is_valid = true};
  char32_t value = first & (0xFFU >> (size + 1));
  for (const char next : text.substr(1, size - 1)) {
    const auto byte = static_cast<unsigned char>(next);
    if ((byte & 0xC0U) != 0x80U) return broken;
    value = value << 6U | (byte & 0x3FU);
  }
  if (!is_in_range(value, size)) return broken;
  return {.value = value, .size = size, .is_valid = true};
}

bool is_space(char32_t rune) {
  constexpr std::array<char32_t, 14> kSpaces = {' ',    '\t',   '\n',   '\v',   '\f',
                                                '\r',   0x85,   0xA0,   0x1680, 0x2028,
                                                0x2029, 0x202F, 0x205F, 0x3000};
  return std::ranges::find(kSpaces, rune) != kSpaces.end() || (rune >= 0x2000 && rune <= 0x200A);
}

void append_escaped(std::string& out, const Rune& rune, std::string_view bytes) {
  if (!rune.is_valid) return append_hex(out, "\\x", rune.value, 2);
  if (const char letter = short_escape(rune.value); letter != '\0') {
    out += {'\\', letter};
  } else if (is_printable(rune.value)) {
    out += bytes;
  } else if (rune.value <= kLastAscii) {
    append_hex(out, "\\x", rune.value, 2);
  } else if (rune.value <= kLastOfFourDigits) {
    append_hex(out, "\\u", rune.value, 4);
  } else {
    append_hex(out, "\\U", rune.value, 8);
  }
}

std::string_view trimmed(std::string_view text) {
  const char* begin = nullptr;
  const char* end = nullptr;
  for (std::string_view rest = text; !rest.empty();) {
    const Rune rune = first_rune(rest);
    const bool is_kept = !rune.is_valid || !is_space(rune.value);
    if (is_kept && begin == nullptr) begin = rest.data();
    rest.remove_prefix(rune.size);
    if (is_kept) end = rest.data();
  }
  return begin == nullptr ? std::string_view()
                          : std::string_view(begin, static_cast<std::size_t>(end - begin));
}

}  // namespace npushare::convert
