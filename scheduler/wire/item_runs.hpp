/// A list of JSON values to be written, most of which stand side by side in a text already.
///
/// Shape: runs of the source text, each `"a","b","c"`, copied in one piece. Where a run ends and
/// the
///        next begins with nothing but a comma between them, they are one.
/// The source must outlive this.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace npushare::wire {

class ItemRuns {
 public:
  ItemRuns() = default;
  ItemRuns(std::initializer_list<std::string_view> items) {
    for (const std::string_view item : items) append(item, 1);
  }

  /// Several values with commas between them.
  void append(std::string_view run, std::size_t items) {
    size_ += items;
    const bool is_next =
        !runs_.empty() && runs_.back().end() + 1 == run.begin() && *runs_.back().end() == ',';
    if (!is_next) return runs_.push_back(run);
    runs_.back() = {runs_.back().data(), runs_.back().size() + 1 + run.size()};
  }

  /// How many values.
  std::size_t size() const { return size_; }
  const std::vector<std::string_view>& runs() const { return runs_; }

 private:
  std::vector<std::string_view> runs_;
  std::size_t size_ = 0;
};

}  // namespace npushare::wire
