/// A list of JSON strings to be written, most of which stand side by side in a text already.
///
/// Shape: runs of the source text, each `"a","b","c"`, copied in one piece.
/// The source must outlive this.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace npushare::wire {

class NameRuns {
 public:
  NameRuns() = default;
  NameRuns(std::initializer_list<std::string_view> quoted) {
    for (const std::string_view name : quoted) push_back(name);
  }

  /// One JSON string with its quotes.
  void push_back(std::string_view quoted) { append(quoted, 1); }

  /// Several with commas between them.
  void append(std::string_view run, std::size_t names) {
    runs_.push_back(run);
    size_ += names;
  }

  /// How many names.
  std::size_t size() const { return size_; }
  const std::vector<std::string_view>& runs() const { return runs_; }

 private:
  std::vector<std::string_view> runs_;
  std::size_t size_ = 0;
};

}  // namespace npushare::wire
