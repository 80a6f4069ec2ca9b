/// A cursor over JSON text that finds tokens and, fast, the ends of values nobody reads.
///
/// Units:   offsets in bytes from the start of the text.
/// Errors:  a function that finds nothing leaves in error() what was expected, and where.
/// Threads: none shared; the text must outlive the cursor.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "accounting/result.hpp"

namespace npushare::wire {

inline constexpr std::size_t kMaxDepth = 128;

/// A string as it stands in the text.
struct Quoted {
  std::string_view text;  // with its quotes
  bool has_escapes = false;

  std::string_view inside() const { return text.substr(1, text.size() - 2); }
};

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  std::size_t offset() const { return at_; }
  void move_to(std::size_t offset) { at_ = offset; }

  /// The next byte that is no white space; NUL at the end.
  char peek() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  /// Steps over this byte, and the white space before it, if it is the next.
  bool take(char wanted) {
    if (peek() != wanted || at_ == text_.size()) return false;
    ++at_;
    return true;
  }
  /// Steps over this literal if it is the next token.
  bool take_word(std::string_view word);

  std::optional<Quoted> string();
  std::optional<std::string_view> number();
  /// Any value, checked only as far as its end must be found. `depth` containers are open around
  /// it.
  std::optional<std::string_view> skip_value(std::size_t depth);

  /// What a string that was just read stands for: in the text, or in `buffer` if it has escapes.
  std::optional<std::string_view> decode(const Quoted& quoted, std::string& buffer);

  /// Reads an object, or null for an empty one: `member` is called for every key, decoded, and must
  /// read the value behind it.
  Result<> members(const std::function<Result<>(std::string_view key)>& member);

  /// Notes what is wrong here. Always false.
  bool fail(std::string_view what);
  Error error() const { return {ErrorCode::kInvalid, complaint_}; }

 private:
  static bool is_space(char letter) {
    return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
  }
  bool ends_token() const;
  bool skip_string();
  bool skip_container(std::size_t depth);

  std::string_view text_;
  std::size_t at_ = 0;
  std::string complaint_;
};

/// Appends what the inside of a quoted string stands for. False on an escape that JSON does not
/// know, or on half a surrogate pair.
bool append_unescaped(std::string& out, std::string_view inside);

}  // namespace npushare::wire
