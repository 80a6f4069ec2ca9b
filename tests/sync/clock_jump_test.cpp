// The wall clock jumps, by a day and back: an administrator sets it, or a machine wakes up. What
// npushare waits for is measured by the steady clock, so nothing of it comes early or late. (A lock
// that names nobody is the one thing judged by the wall clock, since another program wrote its
// time.)
#include <gtest/gtest.h>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

class JumpyClock final : public observe::Clock {
 public:
  Monotonic now() const override { return steady.now(); }
  Wall wall() const override { return steady.wall() + offset; }

  HandClock steady;
  seconds offset{0};
};

/// By how much the wall clock is wrong.
class ClockJump : public testing::TestWithParam<seconds> {
 protected:
  ClockJump() {
    wire::Node node = a_wire_node("n0", Mode::kHard, {"A"});
    node.annotations["hami.io/node-handshake-Ascend310P"] = "Reported_2026.08.14 07:47:41";
    nodes.changed(node);
    Result<Reservation> held = world.book.reserve(world.grant_of(world.granted(p, "n0")));
    held->commit(ShareState::kUncertain);
    pods.uncertain(held->allocation());
  }
  bool is_fresh() const {
    return world.book.snapshot(NodeName{"n0"})->registration() == Registration::kFresh;
  }
  void pass(seconds time) {
    clock.steady.advance(time);
    nodes.tick();
  }

  JumpyClock clock;
  SyncWorld world;
  const wire::Pod p = a_hard_pod("p", "6144");
  sync::NodeEvents nodes{{.book = world.book,
                          .rules = world.rules,
                          .drift = world.drift,
                          .room = [](const NodeName&) {},
                          .clock = clock,
                          .registration_timeout = seconds{120}}};
  sync::PodEvents pods{{.book = world.book,
                        .rules = world.rules,
                        .store = world.store,
                        .gate = world.gate,
                        .drift = world.drift,
                        .clock = clock,
                        .scrub = [](PodKey, PodUid) {},
                        .room = [](const NodeName&) {}}};
};

TEST_P(ClockJump, MakesNoRegistrationStaleAndKeepsNoneFresh) {
  clock.offset = GetParam();

  pass(seconds{119});
  EXPECT_TRUE(is_fresh());
  pass(seconds{1});
  EXPECT_FALSE(is_fresh());
}

TEST_P(ClockJump, NeitherHurriesNorDelaysTheDecisionOfAnOpenBinding) {
  clock.offset = GetParam();

  pass(seconds{34});
  EXPECT_TRUE(pods.due(clock.now()).empty());
  pass(seconds{1});
  EXPECT_EQ(pods.due(clock.now()).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(ByADay, ClockJump, testing::Values(hours{24}, hours{-24}),
                         [](const auto& test) {
                           return std::string(test.param.count() > 0 ? "forward" : "back");
                         });

}  // namespace
}  // namespace npushare::sync_test
