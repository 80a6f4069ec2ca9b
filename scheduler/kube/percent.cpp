#include "scheduler/kube/percent.hpp"

namespace npushare::kube {
namespace {

bool is_unreserved(char c) {
  constexpr std::string_view kMarks = "-._~";
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || kMarks.find(c) != std::string_view::npos;
}

}  // namespace

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
      continue;
    }
    const auto code = static_cast<unsigned char>(c);
    out.append({'%', kHex[code >> 4U], kHex[code & 0xFU]});
  }
  return out;
}

Result<std::string> path_segment(std::string_view what, std::string_view name) {
  const bool is_name = !name.empty() && name != "." && name != ".." &&
                       name.find_first_of("/%") == std::string_view::npos;
  if (is_name) return percent_encoded(name);
  return Error{ErrorCode::kInvalid,
               std::string(what) + ": \"" + std::string(name) + "\" is no name of an object"};
}

}  // namespace npushare::kube
