#include "scheduler/backends/node_lock.hpp"

#include <array>
#include <optional>

#include "scheduler/backends/split.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare::backends {

std::string lock_value(std::int64_t unix_seconds, const PodKey& pod) {
  return wire::write_rfc3339(unix_seconds) + "," + pod.space + "," + pod.name;
}

ParsedLock parse_lock(std::string_view text) {
  std::array<std::string_view, 3> parts;
  std::size_t count = 0;
  for_each_piece(text, ',', [&](std::string_view part) {
    if (count < parts.size()) parts[count] = part;
    ++count;
  });
  const std::optional<std::int64_t> time = wire::read_rfc3339(parts[0]);
  if (!time || (count != 1 && count != parts.size())) return {};
  if (parts[1].empty() || parts[2].empty())
    return {.kind = LockKind::kAnonymous, .unix_seconds = *time};
  return {.kind = LockKind::kOwned,
          .unix_seconds = *time,
          .owner = {std::string(parts[1]), std::string(parts[2])}};
}

}  // namespace npushare::backends
