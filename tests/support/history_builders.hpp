/// Decisions as they are made, for the tests of history/.
#pragma once

#include <chrono>
#include <string>

#include "scheduler/history/decision.hpp"

namespace npushare::history_test {

using history::Decision;
using history::Outcome;
using history::Verb;

inline observe::Clock::Wall at(int seconds) {
  return observe::Clock::Wall(std::chrono::seconds{1'786'693'660 + seconds});
}

inline ReasonCounts short_of_memory(int nodes) {
  ReasonCounts reasons;
  for (int i = 0; i < nodes; ++i) reasons.add(Reason::kMemoryShort);
  return reasons;
}

inline Decision a_refusal(const std::string& pod, int seconds, int nodes = 3) {
  return {.at = at(seconds),
          .verb = Verb::kFilter,
          .outcome = Outcome::kRefused,
          .pod = {"ai", pod},
          .uid = PodUid{"uid-" + pod},
          .nodes = static_cast<std::uint32_t>(nodes),
          .reasons = short_of_memory(nodes)};
}

inline Decision a_bind(const std::string& pod, int seconds, const std::string& node = "n1") {
  return {.at = at(seconds),
          .verb = Verb::kBind,
          .outcome = Outcome::kBound,
          .pod = {"ai", pod},
          .uid = PodUid{"uid-" + pod},
          .node = NodeName{node}};
}

}  // namespace npushare::history_test
