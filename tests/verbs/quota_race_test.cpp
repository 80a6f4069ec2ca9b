#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <random>
#include <thread>

#include "scheduler/verbs/bind.hpp"
#include "tests/support/verbs_quotas.hpp"

namespace npushare::verbs_test {
namespace {

wire::BindArgs to(const wire::Pod& pod, const std::string& node) {
  return {.pod = pod.key, .uid = pod.uid, .node = NodeName{node}};
}

/// Each pod to a node of its own, on a thread of its own. How many were bound.
int bind_apart(QuotaWorld& world, const std::vector<wire::Pod>& pods) {
  std::barrier start(static_cast<std::ptrdiff_t>(pods.size()));
  std::atomic<int> bound = 0;
  std::vector<std::jthread> threads;
  for (std::size_t k = 0; k < pods.size(); ++k) {
    threads.emplace_back([&world, &start, &bound, k, pod = pods[k]] {
      start.arrive_and_wait();
      const std::string node = "n" + std::to_string(k);
      if (world.run(verbs::bind(to(pod, node), world.services))) ++bound;
    });
  }
  threads.clear();
  return bound;
}

TEST(QuotaRace, OfTwoPodsOnTwoNodesOneGetsTheNamespacesRest) {
  for (int round = 0; round < 300; ++round) {
    QuotaWorld world;
    world.limit({{kMemoryKey, "12288"}});
    const std::vector pods{a_soft_pod("a", "12288", "5"), a_soft_pod("b", "12288", "5")};
    world.node("n0", Mode::kSoft, {"A"}).node("n1", Mode::kSoft, {"B"});
    world.waiting(pods[0]).waiting(pods[1]);

    ASSERT_EQ(bind_apart(world, pods), 1) << "round " << round;
    ASSERT_EQ(world.used(), 12288);
  }
}

TEST(QuotaRace, EightPodsOnEightNodesNeverBreakALimit) {
  QuotaWorld world;
  world.limit({{kMemoryKey, "9000"}});
  std::vector<wire::Pod> pods;
  for (int k = 0; k < 8; ++k) {
    const std::string number = std::to_string(k);
    pods.push_back(a_soft_pod("p" + number, "2000", "5"));
    world.node("n" + number, Mode::kSoft, {"chip-" + number}).waiting(pods.back());
  }

  EXPECT_EQ(bind_apart(world, pods), 4);
  EXPECT_EQ(world.used(), 8000);
}

/// What the books hold, added up by a reader who starts from nothing: a replay.
std::int64_t used_anew(QuotaWorld& world) {
  verbs::Quotas fresh(world.book, world.rules);
  fresh.publish({{.space = "ai", .name = "npu", .hard = {{kMemoryKey, "40000"}}}});
  return fresh.uses().at(0).used;
}

TEST(QuotaProperty, SumsAreWhatAReplayAddsUpAndNeverAboveTheLimit) {
  constexpr std::int64_t kMost = 40'000;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    QuotaWorld world;
    world.limit({{kMemoryKey, std::to_string(kMost)}});
    for (const std::string node : {"n0", "n1", "n2"})
      world.node(node, Mode::kSoft, {node + "-a", node + "-b"});
    std::vector<Reservation> held;
    for (int step = 0; step < 60; ++step) {
      if (!held.empty() && random() % 3 == 0) {
        std::vector<Reservation> rest;
        const std::size_t gone = random() % held.size();
        for (std::size_t k = 0; k < held.size(); ++k)
          if (k != gone) rest.push_back(std::move(held[k]));
        held.swap(rest);
      } else {
        const std::string memory = std::to_string(1000 + random() % 9000);
        const wire::Pod pod = a_soft_pod("p" + std::to_string(step), memory, "1");
        if (auto place = world.hold(pod, "n" + std::to_string(random() % 3)))
          held.push_back(*std::move(place));
      }
      ASSERT_LE(world.used(), kMost) << "seed " << seed << " step " << step;
      ASSERT_EQ(world.used(), used_anew(world)) << "seed " << seed << " step " << step;
    }
  }
}

}  // namespace
}  // namespace npushare::verbs_test
