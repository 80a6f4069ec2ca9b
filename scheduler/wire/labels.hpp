/// An object's labels, in one piece of memory: there are many objects, and few are ever asked.
///
/// Shape:   key, NUL, value, NUL, and so on; of a key given twice the last counts.
/// Threads: a plain value.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace npushare::wire {

class Labels {
 public:
  void add(std::string_view key, std::string_view value) {
    text_.append(key).push_back('\0');
    text_.append(value).push_back('\0');
  }
  void clear() { text_.clear(); }
  bool empty() const { return text_.empty(); }

  std::optional<std::string_view> find(std::string_view key) const {
    std::optional<std::string_view> found;
    std::string_view rest = text_;
    while (!rest.empty()) {
      const std::string_view here = take(rest);
      const std::string_view value = take(rest);
      if (here == key) found = value;
    }
    return found;
  }

  friend bool operator==(const Labels&, const Labels&) = default;

 private:
  static std::string_view take(std::string_view& rest) {
    const std::string_view text = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(rest.size(), text.size() + 1));
    return text;
  }

  std::string text_;
};

}  // namespace npushare::wire
