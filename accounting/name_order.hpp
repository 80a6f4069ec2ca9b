/// Quoted names in their order as one text, to compare a request with.
///
/// Shape:   each name stands at its number, with a comma behind it, so that thousands of names that
///          come in this order are one comparison of bytes.
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
  explicit NameOrder(std::span<const std::string_view> quoted);

  std::size_t size() const { return starts_.size() - 1; }

  /// The quoted name of this number, without its comma.
  std::string_view quoted(std::size_t number) const {
    return {text_.data() + starts_[number], length(number, number + 1)};
  }

  /// How long the names from `first` up to `end` are, with the commas between them.
  std::size_t length(std::size_t first, std::size_t end) const {
    return starts_[end] - 1 - starts_[first];
  }

  /// How far behind the name `first` the name `number` begins.
  std::size_t distance(std::size_t first, std::size_t number) const {
    return starts_[number] - starts_[first];
  }

  /// How many names of this order, from `first` on, stand at the beginning of `text`, with nothing
  /// but a comma between them.
  std::size_t count_at(std::size_t first, std::string_view text) const;

 private:
  std::string text_;
  std::vector<std::uint32_t> starts_;  // of each name, and the end of the text
};

}  // namespace npushare
