// Any bytes in chunks of any size: no line is empty, too long or holds a line's end, and where the
// chunks end changes nothing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/kube/line_splitter.hpp"

namespace {

constexpr std::size_t kLongest = 64;

std::vector<std::string> split(std::string_view bytes, std::size_t step) {
  npushare::kube::LineSplitter splitter(kLongest);
  std::vector<std::string> lines;
  for (; !bytes.empty(); bytes.remove_prefix(bytes.size() < step ? bytes.size() : step))
    splitter.feed(bytes.substr(0, step), [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

bool is_sound(const std::string& line) {
  return !line.empty() && line.size() <= kLongest && line.find('\n') == std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::vector<std::string> whole = split(bytes, size);
  if (whole != split(bytes, data[0] % 31U + 1U)) std::abort();
  for (const std::string& line : whole)
    if (!is_sound(line)) std::abort();
  return 0;
}
