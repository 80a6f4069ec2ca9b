/// Nodes in the order a scheduler lists them, as one text to compare a request with.
///
/// Shape:   a place is a position in that order, a number one in the directory. The text holds the
///          quoted names, each with a comma behind it, so that thousands of names that come in the
///          usual order are one comparison of bytes.
/// Threads: immutable.
/// Source:  spec/performance.md 2.1, "successor prediction".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace npushare {

class NameOrder {
 public:
  /// `quoted` by number; `numbers` names each of them once.
  NameOrder(std::span<const std::string_view> quoted, std::vector<std::uint32_t> numbers);

  std::size_t size() const { return numbers_.size(); }
  std::uint32_t number(std::size_t place) const { return numbers_[place]; }
  std::size_t place_of(std::uint32_t number) const { return places_[number]; }

  /// The quoted name at a place, without its comma.
  std::string_view quoted(std::size_t place) const {
    const std::size_t start = starts_[place];
    return std::string_view(text_).substr(start, starts_[place + 1] - 1 - start);
  }
  std::size_t length(std::size_t place) const { return starts_[place + 1] - 1 - starts_[place]; }

  /// How many names of this order, from `place` on, stand at the beginning of `text`, with nothing
  /// but a comma between them.
  std::size_t count_at(std::size_t place, std::string_view text) const;

 private:
  std::string text_;
  std::vector<std::uint32_t> starts_;  // of each place, and the end of the text
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint32_t> places_;  // by number
};

}  // namespace npushare
