#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <thread>

#include "scheduler/verbs/bind.hpp"
#include "scheduler/verbs/bind_calls.hpp"
#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

using Verb = FakeKube::Verb;
using When = FakeKube::Fault::When;

wire::BindArgs to(const wire::Pod& pod, const std::string& node) {
  return {.pod = pod.key, .uid = pod.uid, .node = NodeName{node}};
}

/// Binds all pods to the node, each on a thread of its own, released together. How many were bound.
int bind_together(World& world, const std::vector<wire::Pod>& pods, const std::string& node) {
  std::barrier start(static_cast<std::ptrdiff_t>(pods.size()));
  std::atomic<int> bound = 0;
  std::vector<std::jthread> threads;
  for (const wire::Pod& pod : pods) {
    threads.emplace_back([&world, &start, &bound, &node, pod] {
      start.arrive_and_wait();
      const Result<> done = world.run(verbs::bind(to(pod, node), world.services));
      if (done) ++bound;
    });
  }
  threads.clear();
  return bound;
}

// case-C01, kse-9.1-40: our filter takes nothing, so the race is decided where something is taken,
// at bind.
TEST(Race, OfTwoPodsForOnePlaceExactlyOneIsBound) {
  for (int round = 0; round < 500; ++round) {
    World world;
    const std::vector pods{a_hard_pod("a", "12288"), a_hard_pod("b", "12288")};
    world.node("n0", Mode::kHard, {"A"}).waiting(pods[0]).waiting(pods[1]);

    ASSERT_EQ(bind_together(world, pods, "n0"), 1) << "round " << round;
    ASSERT_EQ(world.used("n0").memory, MiB{12288});
  }
}

// case-C01, second half: 16 x S(2000,10) on 21527 MiB, 100 % and 7 slots.
TEST(Race, SixteenPodsNeverOvercommitAChip) {
  World world;
  world.node("n0", Mode::kSoft, {"A"});
  std::vector<wire::Pod> pods;
  for (int i = 0; i < 16; ++i) pods.push_back(a_soft_pod("s" + std::to_string(i), "2000", "10"));
  for (const wire::Pod& pod : pods) world.waiting(pod);

  std::atomic<bool> is_done = false;
  std::atomic<int> overcommitted = 0;
  std::jthread auditor([&] {
    while (!is_done) {
      const auto ledger = world.book.snapshot(NodeName{"n0"});
      const DeviceLedger& chip = ledger->chips().front();
      if (!chip.used().within(chip.capacity())) ++overcommitted;
    }
  });
  const int bound = bind_together(world, pods, "n0");
  is_done = true;
  auditor.join();

  EXPECT_EQ(bound, 7);
  EXPECT_EQ(overcommitted, 0);
  EXPECT_EQ(world.kube.bindings().size(), 7U);
}

// case-C03: the first call fails late. Its give-back must not take what a second call holds: the
// second joins the first and gets its answer, so there is one share at most.
TEST(Race, ASecondCallForAPodJoinsTheFirst) {
  World world;
  furnish(world);
  const wire::Pod pod = asker("6144");
  world.waiting(pod);
  verbs::asio::io_context io;
  verbs::BindCalls calls(io.get_executor());
  std::vector<std::string> answers;
  const auto record = [&](const std::exception_ptr&, const Result<>& done) {
    answers.push_back(done ? "" : done.error().message);
  };
  int elsewhere = 0;
  world.kube.fail_next(
      {Verb::kBind, {ErrorCode::kUnauthorized, "too late"}, When::kBeforeTheWrite});
  world.kube.before_each_call([&](Verb verb) -> verbs::asio::awaitable<void> {
    // While the first call is at the API server, a second and one for another node come in.
    if (verb == Verb::kBind && elsewhere++ == 0) {
      verbs::asio::co_spawn(io, calls.bind(to(pod, "npu-02"), world.services), record);
      verbs::asio::co_spawn(io, calls.bind(to(pod, "npu-01"), world.services), record);
      for (int i = 0; i < 10; ++i) co_await verbs::asio::post(io, verbs::asio::use_awaitable);
    }
  });

  verbs::asio::co_spawn(io, calls.bind(to(pod, "npu-02"), world.services), record);
  io.run();

  EXPECT_EQ(answers, (std::vector<std::string>{"pod ai/infer-0 is being bound to node npu-02",
                                               "too late", "too late"}));
  EXPECT_EQ(world.kube.calls(Verb::kBind), 1);
  EXPECT_EQ(world.used("npu-02").memory, MiB{12288});

  const Result<> again = world.run(verbs::bind(to(pod, "npu-02"), world.services));
  EXPECT_TRUE(again);
  EXPECT_EQ(world.used("npu-02").memory, MiB{18432});
}

}  // namespace
}  // namespace npushare::verbs_test
