/// Text from outside, as error messages show it.
#pragma once

#include <string>
#include <string_view>

namespace npushare::backends {

/// In quotation marks, cut after 64 bytes: an annotation may be 256 KiB long.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 64;
  std::string shown = "\"";
  shown += text.substr(0, kMost);
  shown += text.size() > kMost ? "...\"" : "\"";
  return shown;
}

}  // namespace npushare::backends
