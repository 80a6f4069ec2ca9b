/// A stream of bytes to lines: a watch comes in chunks that begin and end anywhere.
///
/// Empty lines are left out. A line above the limit is cut there: it decodes no more, so its reader
/// counts it as broken and goes on, and memory stays bounded. Source:
/// spec/kube-scheduler-extender.md 4.1.5: one object a line, and 0x0A never inside one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace npushare::kube {

class LineSplitter {
 public:
  static constexpr std::size_t kLongest = std::size_t{8} << 20;  // etcd keeps objects below 1.5 MiB

  explicit LineSplitter(std::size_t longest = kLongest) : longest_(longest) {}

  /// Calls `on_line` with each line that is complete now; the view is valid during the call.
  template <class OnLine>
  void feed(std::string_view bytes, const OnLine& on_line) {
    for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
         end = bytes.find('\n')) {
      deliver(bytes.substr(0, end), on_line);
      bytes.remove_prefix(end + 1);
    }
    keep(bytes);
  }

 private:
  template <class OnLine>
  void deliver(std::string_view ending, const OnLine& on_line) {
    if (begun_.empty()) {
      if (!ending.empty()) on_line(ending.substr(0, longest_));
      return;
    }
    keep(ending);
    on_line(std::string_view(begun_));
    begun_.clear();
  }

  void keep(std::string_view piece) { begun_.append(piece.substr(0, longest_ - begun_.size())); }

  std::size_t longest_;
  std::string begun_;  // a line whose end has not come yet
};

}  // namespace npushare::kube
