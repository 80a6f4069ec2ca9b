// A short run of the soak, with another seed each time; the report names it.

#include <gtest/gtest.h>

#include <cstdio>
#include <random>

#include "tests/soak/run.hpp"

namespace npushare::soak {
namespace {

Options short_run(Body body) {
  const std::uint64_t seed = std::random_device{}();
  std::printf("soak seed %llu\n", static_cast<unsigned long long>(seed));
  return {.seed = seed,
          .faults = 150,
          .at_most = std::chrono::seconds(120),
          .body = body,
          .program = NPUSHARE_PROGRAM};
}

TEST(Soak, GrantsNoChipTwiceAndLosesNoPodInOneProcess) {
  const Outcome outcome = run(short_run(Body::kApp));

  EXPECT_TRUE(outcome.is_clean) << outcome.report;
}

TEST(Soak, GrantsNoChipTwiceAndLosesNoPodWhenItIsKilled) {
  const Outcome outcome = run(short_run(Body::kProgram));

  EXPECT_TRUE(outcome.is_clean) << outcome.report;
}

}  // namespace
}  // namespace npushare::soak
