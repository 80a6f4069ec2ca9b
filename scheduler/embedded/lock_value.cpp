#include "scheduler/embedded/lock_value.hpp"

#include <algorithm>
#include <string>

#include "scheduler/embedded/times.hpp"

namespace npushare::embedded {

Result<std::optional<PodKey>> read_lock(std::string_view value) {
  const Error malformed{ErrorCode::kInvalid, "malformed lock annotation " + std::string(value)};
  const std::size_t first = value.find(',');
  if (!is_rfc3339(value.substr(0, first))) return malformed;
  if (first == std::string_view::npos) return std::optional<PodKey>{};
  if (std::ranges::count(value, ',') != 2) return malformed;

  const std::size_t second = value.find(',', first + 1);
  PodKey pod{std::string(value.substr(first + 1, second - first - 1)),
             std::string(value.substr(second + 1))};
  if (pod.space.empty() || pod.name.empty()) return std::optional<PodKey>{};
  return std::optional<PodKey>(std::move(pod));
}

bool is_lock_of(std::string_view value, const PodKey& pod) {
  return value.find(',') == std::string_view::npos ||
         value.ends_with("," + pod.space + "," + pod.name);
}

}  // namespace npushare::embedded
