// Bindings between their answer and the watch: assumed and uncertain shares.
#include <gtest/gtest.h>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using std::chrono::seconds;

class Doubts : public testing::Test {
 protected:
  Doubts() {
    world.list(std::vector{a_wire_node("n0", Mode::kHard, {"A"})});
    world.list(std::vector{p});
    bound = world.granted(p, "n0");
    Result<Reservation> held = world.book.reserve(world.grant_of(bound));
    held->commit(ShareState::kUncertain);
    world.pods.uncertain(held->allocation());
  }
  std::vector<sync::Doubt> due_after(seconds time) {
    world.clock.advance(time);
    return world.pods.due(world.clock.now());
  }
  ShareState state() { return world.chip("n0").shares().begin()->second.state; }

  SyncWorld world;
  const wire::Pod p = a_hard_pod("p", "6144");
  wire::Pod bound;
};

TEST_F(Doubts, AreSettledAfterThirtyFiveSecondsAndNotBefore) {
  EXPECT_TRUE(due_after(seconds{34}).empty());
  EXPECT_EQ(world.used("n0"), MiB{6144});
  EXPECT_EQ(due_after(seconds{1}).size(), 1U);
}

TEST_F(Doubts, APodThatIsNotOnTheNodeLosesItsShare) {
  const std::vector<sync::Doubt> due = due_after(seconds{35});

  world.pods.settle(due.at(0), &p);

  EXPECT_EQ(world.used("n0"), MiB{0});
}

TEST_F(Doubts, APodThatIsGoneLosesItsShare) {
  const std::vector<sync::Doubt> due = due_after(seconds{35});

  world.pods.settle(due.at(0), nullptr);

  EXPECT_EQ(world.used("n0"), MiB{0});
}

TEST_F(Doubts, APodThatIsThereKeepsItsShare) {
  const std::vector<sync::Doubt> due = due_after(seconds{35});

  world.pods.settle(due.at(0), &bound);

  EXPECT_EQ(world.used("n0"), MiB{6144});
  EXPECT_EQ(state(), ShareState::kBound);
  EXPECT_TRUE(due_after(seconds{60}).empty());
}

TEST_F(Doubts, TheWatchSettlesThemToo) {
  world.pods.changed(bound);

  EXPECT_EQ(state(), ShareState::kBound);
  EXPECT_TRUE(due_after(seconds{60}).empty());
}

TEST_F(Doubts, ARelistThatStillShowsThePodWaitingKeepsTheShare) {
  world.list(std::vector{p});

  EXPECT_EQ(world.used("n0"), MiB{6144});
}

/// The Binding to n0 may or may not have happened when the pod is bound to n1.
TEST_F(Doubts, OfOneNodeOutlastABindingToAnotherUntilTheWatchShowsIt) {
  world.nodes.changed(a_wire_node("n1", Mode::kHard, {"B"}));
  const wire::Pod elsewhere = world.granted(p, "n1");
  Result<Reservation> held = world.book.reserve(world.grant_of(elsewhere));
  ASSERT_TRUE(held);
  held->commit();
  world.pods.bound(held->allocation());
  EXPECT_EQ(world.used("n0"), MiB{6144});

  world.pods.changed(elsewhere);

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.used("n1"), MiB{6144});
  EXPECT_TRUE(due_after(seconds{60}).empty());
}

TEST_F(Doubts, OfSeveralNodesAreEachSettledInTheirTurn) {
  world.nodes.changed(a_wire_node("n1", Mode::kHard, {"B"}));
  Result<Reservation> held = world.book.reserve(world.grant_of(world.granted(p, "n1")));
  ASSERT_TRUE(held);
  world.clock.advance(seconds{10});
  held->commit(ShareState::kUncertain);
  world.pods.uncertain(held->allocation());

  const std::vector<sync::Doubt> first = due_after(seconds{25});
  ASSERT_EQ(first.size(), 1U);
  world.pods.settle(first.at(0), &p);

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.used("n1"), MiB{6144});
}

// case-C24: deleted before the watch ever showed it bound.
TEST_F(Doubts, ADeletedPodIsReleasedThoughTheWatchNeverShowedItsNode) {
  world.pods.removed(p);

  EXPECT_EQ(world.used("n0"), MiB{0});
}

TEST_F(Doubts, AReadThatFailsIsTriedAgain) {
  EXPECT_EQ(due_after(seconds{35}).size(), 1U);
  EXPECT_TRUE(due_after(seconds{4}).empty());
  EXPECT_EQ(due_after(seconds{1}).size(), 1U);
}

TEST_F(Doubts, AnOpenBindingThatIsWrittenAgainWaitsAnew) {
  world.clock.advance(seconds{30});

  const std::optional<Allocation> open = world.pods.open_binding(NodeName{"n0"}, p.uid);
  ASSERT_TRUE(open);
  EXPECT_EQ(open->grants, world.grant_of(bound).grants);
  EXPECT_TRUE(world.pods.write_again(NodeName{"n0"}, p.uid));

  EXPECT_TRUE(due_after(seconds{34}).empty());
  EXPECT_EQ(due_after(seconds{1}).size(), 1U);
}

/// The read was on its way when the Binding was written again.
TEST_F(Doubts, AReadFromBeforeSaysNothingOfABindingWrittenAgain) {
  const std::vector<sync::Doubt> due = due_after(seconds{35});
  EXPECT_TRUE(world.pods.write_again(NodeName{"n0"}, p.uid));

  world.pods.settle(due.at(0), &p);

  EXPECT_EQ(world.used("n0"), MiB{6144});
}

/// Asking alone does not put the decision off.
TEST_F(Doubts, AnOpenBindingIsSettledInTimeHoweverOftenItIsAskedFor) {
  for (int second = 0; second < 35; ++second) {
    world.clock.advance(seconds{1});
    EXPECT_TRUE(world.pods.open_binding(NodeName{"n0"}, p.uid));
  }
  EXPECT_EQ(due_after(seconds{0}).size(), 1U);
}

TEST_F(Doubts, OnlyAnOpenBindingIsWrittenAgain) {
  EXPECT_FALSE(world.pods.open_binding(NodeName{"n1"}, p.uid));
  EXPECT_FALSE(world.pods.write_again(NodeName{"n1"}, p.uid));

  world.pods.bound(world.grant_of(bound));

  EXPECT_FALSE(world.pods.open_binding(NodeName{"n0"}, p.uid));
  EXPECT_FALSE(world.pods.write_again(NodeName{"n0"}, p.uid));
}

TEST_F(Doubts, AreNotRaisedWhenTheWatchWasFaster) {
  world.pods.changed(bound);

  world.pods.bound(world.grant_of(bound));

  EXPECT_TRUE(due_after(seconds{60}).empty());
}

}  // namespace
}  // namespace npushare::sync_test
