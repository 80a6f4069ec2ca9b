/// What the watch last showed of a node, for metrics.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "accounting/names.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare::sync {

struct Sighting {
  std::string lock;  // the annotation's text; empty: not locked
  /// When its plugin was last heard; nothing for a node without a handshake.
  std::optional<observe::Clock::Monotonic> reported;
};

using Sightings = std::unordered_map<NodeName, Sighting>;

}  // namespace npushare::sync
