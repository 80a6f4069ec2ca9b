#include "scheduler/wire/scan.hpp"

#include <algorithm>
#include <array>

#include "scheduler/wire/string_end.hpp"

namespace npushare::wire {
namespace {

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

/// The offset behind the number that starts at `at`, or `at` when none does.
std::size_t number_end(std::string_view text, std::size_t at) {
  const std::size_t start = at;
  const auto next_is = [&](char letter) { return at < text.size() && text[at] == letter; };
  if (next_is('-')) ++at;
  const std::size_t whole = at;
  at = skip_digits(text, at);
  if (at == whole || (text[whole] == '0' && at > whole + 1)) return start;
  if (next_is('.')) {
    const std::size_t fraction = ++at;
    at = skip_digits(text, at);
    if (at == fraction) return start;
  }
  if (next_is('e') || next_is('E')) {
    ++at;
    if (next_is('+') || next_is('-')) ++at;
    const std::size_t exponent = at;
    at = skip_digits(text, at);
    if (at == exponent) return start;
  }
  return at;
}

}  // namespace

bool Scanner::fail(std::string_view what) {
  complaint_ = std::string(what) + " at offset " + std::to_string(at_);
  return false;
}

bool Scanner::ends_token() const {
  return at_ == text_.size() || is_space(text_[at_]) || text_[at_] == ',' || text_[at_] == ']' ||
         text_[at_] == '}';
}

bool Scanner::take_word(std::string_view word) {
  peek();
  const std::size_t start = at_;
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  if (ends_token()) return true;
  at_ = start;
  return false;
}

std::optional<Quoted> Scanner::string() {
  if (peek() != '"') {
    fail("a string is expected");
    return std::nullopt;
  }
  const std::size_t start = at_;
  bool has_escapes = false;
  std::size_t at = find_stop<StopAt::kControls>(text_, start + 1);
  while (at < text_.size() && text_[at] == '\\') {
    has_escapes = true;
    at = find_stop<StopAt::kControls>(text_, std::min(at + 2, text_.size()));
  }
  if (at == text_.size() || text_[at] != '"') {
    fail(at == text_.size() ? "a string without an end" : "a string with a raw control character");
    return std::nullopt;
  }
  at_ = at + 1;
  return Quoted{text_.substr(start, at_ - start), has_escapes};
}

std::optional<std::string_view> Scanner::number() {
  peek();
  const std::size_t start = at_;
  at_ = number_end(text_, start);
  if (at_ != start && ends_token()) return text_.substr(start, at_ - start);
  at_ = start;
  fail("a value is expected");
  return std::nullopt;
}

bool Scanner::skip_string() {
  std::size_t at = find_stop<StopAt::kQuotes>(text_, at_ + 1);
  while (at < text_.size() && text_[at] == '\\')
    at = find_stop<StopAt::kQuotes>(text_, std::min(at + 2, text_.size()));
  if (at == text_.size()) return fail("a string without an end");
  at_ = at + 1;
  return true;
}

bool Scanner::skip_container(std::size_t depth) {
  std::array<char, kMaxDepth> closers;  // of the containers open in this one, itself included
  std::size_t open = 0;
  do {
    if (at_ == text_.size()) return fail("the end of a value is expected");
    const char letter = text_[at_];
    if (letter == '"') {
      if (!skip_string()) return false;
      continue;
    }
    if (letter == '{' || letter == '[') {
      if (depth + open == kMaxDepth) return fail("JSON nests deeper than 128");
      closers[open++] = letter == '{' ? '}' : ']';
    } else if (letter == '}' || letter == ']') {
      if (letter != closers[--open]) return fail("another bracket is expected");
    }
    ++at_;
  } while (open > 0);
  return true;
}

std::optional<std::string_view> Scanner::skip_value(std::size_t depth) {
  const char first = peek();
  const std::size_t start = at_;
  bool found = true;
  if (first == '"') {
    found = skip_string();
  } else if (first == '{' || first == '[') {
    found = skip_container(depth);
  } else {
    while (!ends_token()) ++at_;
    found = at_ > start || fail("a value is expected");
  }
  if (!found) return std::nullopt;
  return text_.substr(start, at_ - start);
}

std::optional<std::string_view> Scanner::decode(const Quoted& quoted, std::string& buffer) {
  if (!quoted.has_escapes) return quoted.inside();
  buffer.clear();
  if (append_unescaped(buffer, quoted.inside())) return buffer;
  fail("a malformed escape in the string that ends");
  return std::nullopt;
}

Result<> Scanner::members(const std::function<Result<>(std::string_view key)>& member) {
  if (take_word("null")) return {};
  const auto failed = [this](std::string_view what) {
    fail(what);
    return error();
  };
  if (!take('{')) return failed("an object is expected");
  if (take('}')) return {};
  std::string buffer;
  do {
    const std::optional<Quoted> quoted = string();
    if (!quoted) return error();
    const std::optional<std::string_view> key = decode(*quoted, buffer);
    if (!key) return error();
    if (!take(':')) return failed("':' is expected");
    const Result<> read = member(*key);
    if (!read) return read.error();
  } while (take(','));
  if (!take('}')) return failed("',' or '}' is expected");
  return {};
}

}  // namespace npushare::wire
