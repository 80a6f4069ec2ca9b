// Runs of the whole service on injected time, one thread and a cluster in memory: each is told by
// its seed alone, and a seed that has failed fails again.
//
//   NPUSHARE_SIMULATIONS=n  that many seeds
//   NPUSHARE_SEED=7         that seed alone, and the end of its diary
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "tests/simulation/world.hpp"

namespace npushare::simulation {
namespace {

constexpr Millis kFaults{4 * 60'000};

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::string breaches_of(World& world) {
  std::string text;
  for (const auto& [kind, found] : world.findings().breaches())
    for (const std::string& one : found) text += kind + ": " + one + "\n";
  return text;
}

using Counts = std::map<std::string, std::uint64_t>;

/// What the seeds together must have met, or they have shown nothing.
void expect_all_met(const Counts& met) {
  for (const char* what : {"binds", "binds that failed", "calls that went wrong", "kills", "terms",
                           "freezes", "clocks set", "watches that were cut", "nodes deleted",
                           "foreign locks", "doubts that came due", "nudges", "pods that ran"})
    EXPECT_TRUE(met.contains(what)) << what;
}

TEST(Simulation, NoSeedOvercommitsAChipOrLosesAPod) {
  Counts met;
  const std::uint64_t only = number_from("NPUSHARE_SEED", 0);
  const std::uint64_t first = only == 0 ? 1 : only;
  const std::uint64_t count = only == 0 ? number_from("NPUSHARE_SIMULATIONS", 12) : 1;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    World world(seed);
    world.run(kFaults);
    EXPECT_EQ(breaches_of(world), "") << "NPUSHARE_SEED=" << seed;
    for (const auto& [what, times] : world.findings().counts()) met[what] += times;
    if (only != 0) std::cout << world.diary().last_lines();
  }
  if (only == 0) expect_all_met(met);
  for (const auto& [what, times] : met) std::cout << "  " << times << ' ' << what << '\n';
}

TEST(Simulation, ASeedReplaysExactly) {
  World once(42);
  World again(42);
  once.run(kFaults / 2);
  again.run(kFaults / 2);
  EXPECT_EQ(once.steps(), again.steps());
  EXPECT_EQ(once.diary().hash(), again.diary().hash());
  EXPECT_EQ(once.findings().counts(), again.findings().counts());
}

}  // namespace
}  // namespace npushare::simulation
