// 56 pods for one node drain at its plugin's pace, though every call must be answered in five
// seconds and a scheduler that was sent away stays away for up to ten.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/support/sync_retrying.hpp"

namespace npushare::sync_test {
namespace {

using Millis = std::chrono::milliseconds;

constexpr int kPods = 56;  // eight chips of seven

std::string name_of(int i) {
  return std::string(i < 10 ? "p0" : "p") + std::to_string(i);
}

struct Drain {
  Millis service;
  Millis step;
};

class Drains : public testing::TestWithParam<Drain> {};

TEST_P(Drains, AtThePluginsPace) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    BindWorld world({"A", "B", "C", "D", "E", "F", "G", "H"});
    RetryingScheduler scheduler(
        world,
        {.service = GetParam().service, .step = GetParam().step, .spread = 0.1, .seed = seed});
    for (int i = 0; i < kPods; ++i) scheduler.add(a_hard_pod(name_of(i), "3072"));

    const Millis ideal = kPods * (GetParam().service + GetParam().step);
    const Millis took = scheduler.run(3 * ideal);

    std::cout << "service " << GetParam().service.count() << " ms, seed " << seed << ": "
              << static_cast<double>(took.count()) / static_cast<double>(ideal.count())
              << " of the plugin's pace, " << scheduler.failures << " calls sent away, at most "
              << scheduler.longest_run_of_failures << " of one pod\n";
    EXPECT_LE(took, ideal * 11 / 10) << "seed " << seed;
    EXPECT_LT(scheduler.longest_call, Millis{4000});
    ASSERT_EQ(world.served.size(), static_cast<std::size_t>(kPods)) << "somebody starved";
    for (const auto& [pod, times] : world.times_served) EXPECT_EQ(times, 1) << pod;
    EXPECT_EQ(world.kube.bindings().size(), static_cast<std::size_t>(kPods));
    for (std::size_t chip = 0; chip < 8; ++chip) EXPECT_EQ(world.used("n1", chip), MiB{7 * 3072});
    EXPECT_EQ(world.gate.waiting(NodeName{"n1"}), 0U);
  }
}

// The time of a step is part of each turn: bound in one, looked at by the plugin in the next.
INSTANTIATE_TEST_SUITE_P(Plugins, Drains,
                         testing::Values(Drain{Millis{20}, Millis{1}},
                                         Drain{Millis{200}, Millis{10}},
                                         Drain{Millis{1000}, Millis{20}},
                                         Drain{Millis{3000}, Millis{50}}),
                         [](const auto& test) {
                           return "plugin_of_" + std::to_string(test.param.service.count()) + "_ms";
                         });

// Nobody has to be sent away: strictly first come, first served.
TEST(Drain, OfAQuickPluginKeepsTheOrder) {
  BindWorld world({"A", "B", "C", "D", "E", "F", "G", "H"});
  RetryingScheduler scheduler(world, {.service = Millis{20}, .step = Millis{1}, .spread = 0});
  for (int i = 0; i < kPods; ++i) scheduler.add(a_hard_pod(name_of(i), "3072"));

  scheduler.run(Millis{4000});

  EXPECT_EQ(scheduler.failures, 0);
  ASSERT_EQ(world.served.size(), static_cast<std::size_t>(kPods));
  EXPECT_TRUE(std::ranges::is_sorted(world.served));
}

}  // namespace
}  // namespace npushare::sync_test
