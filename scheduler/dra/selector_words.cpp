#include "scheduler/dra/selector_words.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace npushare::dra {
namespace {

constexpr std::string_view kBlank = " \t\r\n\f";
constexpr std::array<std::string_view, 16> kSigns{"&&", "||", "==", "!=", "<=", ">=", "<", ">",
                                                  "!",  ".",  ",",  "[",  "]",  "(",  ")", "-"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

void append_character(std::string& into, std::uint32_t code) {
  const auto tail = [&](unsigned shift) {
    into += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
  };
  if (code < 0x80) {
    into += static_cast<char>(code);
  } else if (code < 0x800) {
    into += static_cast<char>(0xC0U | (code >> 6U));
    tail(0);
  } else if (code < 0x10000) {
    into += static_cast<char>(0xE0U | (code >> 12U));
    tail(6);
    tail(0);
  } else {
    into += static_cast<char>(0xF0U | (code >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace

SelectorWord SelectorWords::wrong(std::size_t offset, std::string what) {
  text_ = {};
  at_ = 0;
  return {.kind = WordKind::kWrong, .text = std::move(what), .offset = offset};
}

SelectorWord SelectorWords::next() {
  while (at_ < text_.size() && kBlank.find(text_[at_]) != std::string_view::npos) ++at_;
  const std::size_t begin = at_;
  if (begin >= text_.size()) return {.kind = WordKind::kEnd, .text = "the end", .offset = begin};
  const char first = text_[begin];
  if (first == '"' || first == '\'') return quoted_text(begin);
  if (is_letter(first)) {
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\''))
      return wrong(begin, "a text with a prefix");
    return {.kind = WordKind::kName,
            .text = std::string(text_.substr(begin, at_ - begin)),
            .offset = begin};
  }
  if (is_digit(first)) {
    SelectorWord word{.kind = WordKind::kNumber, .offset = begin};
    const char* end = text_.data() + text_.size();
    const auto [stop, failure] = std::from_chars(text_.data() + begin, end, word.number);
    at_ = static_cast<std::size_t>(stop - text_.data());
    const bool goes_on = at_ < text_.size() && (is_letter(text_[at_]) || text_[at_] == '.');
    if (failure != std::errc{} || goes_on) return wrong(begin, "a number that is not whole");
    word.text = std::to_string(word.number);
    return word;
  }
  for (const std::string_view sign : kSigns) {
    if (!text_.substr(begin).starts_with(sign)) continue;
    at_ += sign.size();
    return {.kind = WordKind::kSign, .text = std::string(sign), .offset = begin};
  }
  return wrong(begin, "a character that is none of CEL's, or not read here");
}

SelectorWord SelectorWords::quoted_text(std::size_t begin) {
  const char quote = text_[begin];
  if (text_.substr(begin, 3) == std::string(3, quote)) return wrong(begin, "a text of many lines");
  SelectorWord word{.kind = WordKind::kText, .offset = begin};
  for (at_ = begin + 1; at_ < text_.size();) {
    const char c = text_[at_++];
    if (c == quote) return word;
    if (c == '\n' || c == '\r') break;
    if (c != '\\') {
      word.text += c;
    } else if (!take_escape(word.text)) {
      return wrong(begin, "a text with an escape that is none");
    }
  }
  return wrong(begin, "a text without an end");
}

/// After the backslash. \x, \u, \U and \ooo name characters, not bytes.
bool SelectorWords::take_escape(std::string& into) {
  constexpr std::string_view kNames = "abfnrtv\\?\"'`";
  constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\?\"'`";
  if (at_ >= text_.size()) return false;
  const char c = text_[at_];
  if (const std::size_t known = kNames.find(c); known != std::string_view::npos) {
    into += kMeanings[known];
    ++at_;
    return true;
  }
  if (c >= '0' && c <= '3') return take_code(into, 3);
  ++at_;
  if (c == 'x' || c == 'X') return take_code(into, 2);
  if (c == 'u') return take_code(into, 4);
  return c == 'U' && take_code(into, 8);
}

bool SelectorWords::take_code(std::string& into, std::size_t digits) {
  const std::string_view written = text_.substr(at_, digits);
  std::uint32_t code = 0;
  const char* end = written.data() + written.size();
  const auto [stop, failure] = std::from_chars(written.data(), end, code, digits == 3 ? 8 : 16);
  const bool is_character = code < 0xD800 || (code > 0xDFFF && code <= 0x10FFFF);
  if (failure != std::errc{} || stop != end || written.size() != digits || !is_character)
    return false;
  append_character(into, code);
  at_ += digits;
  return true;
}

}  // namespace npushare::dra
