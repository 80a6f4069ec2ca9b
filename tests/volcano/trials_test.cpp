// How long what a session has placed lasts: spec/volcano-deviceshare.md 5.8.
#include <gtest/gtest.h>

#include "tests/support/volcano_world.hpp"

namespace npushare::volcano_test {
namespace {

using namespace std::chrono_literals;

class Placed : public testing::Test {
 protected:
  Placed() {
    world.node("n1", Mode::kSoft, {kU1}).node("n2", Mode::kSoft, {kU2});
    EXPECT_EQ(world.allocate(a, "n1"), std::nullopt);
  }
  MiB held(const std::string& on = "n1") const { return world.used(on).memory; }

  VolcanoWorld world;
  const wire::Pod a = soft("a", "1", "8192");
  const wire::Pod other = soft("o", "1", "1000");
};

TEST_F(Placed, OutlivesItsSession) {
  world.close();

  EXPECT_EQ(held(), MiB{8192});
}

TEST_F(Placed, GoesBackWhenItsTimeIsOver) {
  world.clock.advance(volcano::Trials::kTtl);
  world.trials.expire();
  EXPECT_EQ(held(), MiB{8192});

  world.clock.advance(1ms);
  world.trials.expire();

  EXPECT_EQ(held(), MiB{0});
}

TEST_F(Placed, GoesBackWhenALaterSessionDoesNotShowIt) {
  world.close();

  world.predicate(other, "n1", {});

  EXPECT_EQ(held(), MiB{0});
}

TEST_F(Placed, StaysWhenItsOwnSessionDoesNotShowIt) {
  world.predicate(other, "n1", {});

  EXPECT_EQ(held(), MiB{8192});
}

TEST_F(Placed, StaysWhenALaterSessionShowsIt) {
  world.close();
  world.predicate(other, "n1", {{a, TaskStatus::kBinding}});
  world.predicate(other, "n2", {});

  EXPECT_EQ(held(), MiB{8192});
}

TEST_F(Placed, GoesBackWhenThePodIsBoundElsewhereOrGone) {
  world.trials.turned_up(a.uid);

  EXPECT_EQ(held(), MiB{0});
}

TEST_F(Placed, MovesWithThePod) {
  EXPECT_EQ(world.allocate(a, "n2"), std::nullopt);

  EXPECT_EQ(held("n1"), MiB{0});
  EXPECT_EQ(held("n2"), MiB{8192});
}

TEST_F(Placed, IsNotTakenOffANodeItIsNotOn) {
  world.deallocate(a, "n2");

  EXPECT_EQ(held(), MiB{8192});
}

TEST_F(Placed, IsHandedToItsBinding) {
  std::optional<Reservation> share = world.trials.take(NodeName{"n1"}, a.uid);

  ASSERT_TRUE(share);
  EXPECT_EQ(held(), MiB{8192});
  EXPECT_EQ(world.trials.counts().trials, 0U);
  share->commit(ShareState::kUncertain);
  EXPECT_EQ(held(), MiB{8192});
}

TEST_F(Placed, GoesBackWhenItsBindingIsForAnotherNode) {
  EXPECT_FALSE(world.trials.take(NodeName{"n2"}, a.uid));

  EXPECT_EQ(held(), MiB{0});
}

// A dry run of its Binding looks, and no more: what is held keeps its time, on whatever node.
TEST_F(Placed, IsShownAsItIs) {
  world.clock.advance(volcano::Trials::kTtl);
  EXPECT_FALSE(world.trials.grants(NodeName{"n2"}, a.uid));
  ASSERT_TRUE(world.trials.grants(NodeName{"n1"}, a.uid));
  EXPECT_EQ(world.trials.grants(NodeName{"n1"}, a.uid)->holder->uid, a.uid);
  EXPECT_EQ(held(), MiB{8192});

  world.clock.advance(1ms);
  world.trials.expire();

  EXPECT_EQ(held(), MiB{0});
}

TEST_F(Placed, IsPutBackForTheRetry) {
  world.trials.put_back(*world.trials.take(NodeName{"n1"}, a.uid));

  EXPECT_EQ(held(), MiB{8192});
  EXPECT_TRUE(world.trials.take(NodeName{"n1"}, a.uid));
}

TEST_F(Placed, IsNotPutBackOverANewerPlacement) {
  std::optional<Reservation> share = world.trials.take(NodeName{"n1"}, a.uid);
  world.allocate(a, "n2");

  world.trials.put_back(*std::move(share));

  EXPECT_EQ(held("n1"), MiB{0});
  EXPECT_EQ(held("n2"), MiB{8192});
}

class Nominated : public testing::Test {
 protected:
  Nominated() {
    world.node("n1", Mode::kSoft, {kU1}).running(victim, "n1");
    world.deallocate(victim, "n1", TaskStatus::kReleasing);
    EXPECT_EQ(world.allocate(a, "n1", TaskStatus::kPipelined), std::nullopt);
  }

  VolcanoWorld world;
  const wire::Pod victim = soft("v", "1", "20000");
  const wire::Pod a = soft("a", "1", "15000");
  const wire::Pod other = soft("o", "1", "8192");
};

TEST_F(Nominated, TakesTheRoomToComeFromOthers) {
  EXPECT_EQ(world.predicate(other, "n1").code, 2);
  EXPECT_TRUE(world.predicate(soft("small", "1", "6527"), "n1").fits());
}

TEST_F(Nominated, EndsWithItsSession) {
  world.close();

  EXPECT_EQ(world.trials.counts().nominations, 0U);
  EXPECT_EQ(world.trials.counts().leaving, 0U);
}

TEST_F(Nominated, EndsWithTheNextCallAfterASilence) {
  world.clock.advance(volcano::Trials::kSilence);
  world.prioritize(other, {"n1"});
  EXPECT_EQ(world.trials.counts().nominations, 1U);

  world.clock.advance(volcano::Trials::kSilence + 1ms);
  world.prioritize(other, {"n1"});

  EXPECT_EQ(world.trials.counts().nominations, 0U);
}

TEST_F(Nominated, DoesNotStandInItsOwnWay) {
  EXPECT_EQ(world.allocate(a, "n1", TaskStatus::kPipelined), std::nullopt);

  EXPECT_EQ(world.trials.counts().nominations, 1U);
}

TEST_F(Nominated, IsTakenOffAgain) {
  world.deallocate(a, "n1");

  EXPECT_EQ(world.trials.counts().nominations, 0U);
  EXPECT_TRUE(world.predicate(other, "n1").fits());
}

TEST_F(Nominated, LeavesFreeChipsToPodsThatArePlacedNow) {
  world.allocate(soft("now", "1", "1000"), "n1");

  EXPECT_EQ(world.used("n1").memory, MiB{21000});
}

TEST(Leaving, IsWhomTheSessionShowsReleasingAndWhomTheWatchShowsTerminating) {
  VolcanoWorld world;
  wire::Pod shown = soft("s", "1", "20000");
  wire::Pod watched = soft("w", "1", "20000");
  world.node("n1", Mode::kSoft, {kU1}).node("n2", Mode::kSoft, {kU2});
  world.running(shown, "n1").running(watched, "n2");
  watched.is_terminating = true;
  world.pods.show(watched);
  const wire::Pod a = soft("a", "1", "8192");

  EXPECT_TRUE(world.predicate(a, "n1", {{shown, TaskStatus::kReleasing}}).fits());
  EXPECT_TRUE(world.predicate(a, "n2").fits());
  EXPECT_EQ(world.allocate(a, "n2"), "insufficient NPU memory");
  EXPECT_EQ(world.predicate(a, "n1", {{shown, TaskStatus::kRunning}}).code, 2);
}

}  // namespace
}  // namespace npushare::volcano_test
