/// Creates pods, and ends those that have run for a while: deleted, or completed and then deleted.
///
/// Threads: one.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "tests/soak/dice.hpp"
#include "tests/soak/findings.hpp"
#include "tests/soak/world.hpp"

namespace npushare::soak {

class Workload {
 public:
  Workload(World& world, Findings& findings, std::uint64_t seed)
      : world_(world), findings_(findings), dice_(seed, 2) {}

  std::chrono::milliseconds step();

 private:
  using Clock = std::chrono::steady_clock;

  void end_if_due(const wire::Json& pod);
  void finish(const wire::Json& pod);

  World& world_;
  Findings& findings_;
  Dice dice_;
  std::uint64_t created_ = 0;
  std::map<std::string, Clock::time_point> ends_;  // by UID, once it is bound or over
};

/// Deletes a pod as a user does.
void delete_pod(World& world, const wire::Json& pod, std::int64_t grace_seconds);

}  // namespace npushare::soak
