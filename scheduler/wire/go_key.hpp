/// Object keys as Go's decoder takes them: in any case.
#pragma once

#include <algorithm>
#include <string_view>

namespace npushare::wire {

inline bool is_go_key(std::string_view key, std::string_view wanted) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  return key == wanted || std::ranges::equal(key, wanted, {}, lower, lower);
}

}  // namespace npushare::wire
