/// A selector's text cut into words.
///
/// Errors:  a word of kind kWrong, with what is wrong with it; nothing is read after one.
/// Source:  cel-spec, Syntax.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace npushare::dra {

enum class WordKind : std::uint8_t { kName, kText, kNumber, kSign, kEnd, kWrong };

struct SelectorWord {
  WordKind kind = WordKind::kEnd;
  std::string text;  // of a text: what it stands for
  std::int64_t number = 0;
  std::size_t offset = 0;
};

class SelectorWords {
 public:
  explicit SelectorWords(std::string_view text) : text_(text) {}
  SelectorWord next();

 private:
  SelectorWord quoted_text(std::size_t begin);
  bool take_escape(std::string& into);
  bool take_code(std::string& into, std::size_t digits);
  SelectorWord wrong(std::size_t offset, std::string what);

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace npushare::dra
