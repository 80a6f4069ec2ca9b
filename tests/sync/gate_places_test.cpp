// Who cannot have its turn in time is sent away, and keeps its place and its share for a while.
#include <gtest/gtest.h>

#include "scheduler/sync/node_line.hpp"
#include "tests/support/sync_gate.hpp"

namespace npushare::sync_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kPatience{3};

boost::asio::awaitable<void> wait(sync::FairGate& gate, verbs::Visit visit, Reservation share) {
  auto entering = gate.enter(std::move(visit), std::move(share));
  const Result<verbs::Turn> turn = co_await std::move(entering);
  EXPECT_FALSE(turn);
}

class Places : public GateTest {
 protected:
  /// a has its turn; b was sent away.
  Places() {
    enter("a");
    enter("b", "n1", kPatience);
    world.pass(kPatience);
  }
  MiB used(const std::string& node = "n1") { return world.used(node, 0) + world.used(node, 1); }
  std::optional<NodeName> place_of(const std::string& name) {
    return world.gate.place_of(PodUid{"uid-" + name});
  }
};

TEST_F(Places, WhoeverWaitsTooLongIsToldItsPlace) {
  EXPECT_EQ(order.back(),
            "b: node n1 is busy: its node plugin sets up one pod at a time; number 1 of 1 in line, "
            "place and NPU share are kept for 30 s: try again");
  EXPECT_EQ(used(), MiB{2 * 3072});
  EXPECT_EQ(place_of("b"), NodeName{"n1"});
}

TEST_F(Places, ARetryGoesBeforeWhoeverCameLater) {
  enter("c");
  enter("b");
  leave("a");

  EXPECT_EQ(order.back(), "b");
  EXPECT_EQ(used(), MiB{2 * 3072});  // b's and c's
}

TEST_F(Places, WhoeverIsAwayIsPassedOverAndComesNext) {
  enter("c");
  leave("a");
  EXPECT_EQ(order.back(), "c");

  enter("d");
  enter("b");
  leave("c");
  EXPECT_EQ(order.back(), "b");
}

TEST_F(Places, EndThirtySecondsAfterTheAnswer) {
  world.pass(sync::NodeLine::kKept - milliseconds{1});
  EXPECT_EQ(used(), MiB{2 * 3072});

  world.pass(milliseconds{1});
  EXPECT_EQ(used(), MiB{3072});
  EXPECT_EQ(place_of("b"), std::nullopt);
  EXPECT_EQ(world.gate.waiting(NodeName{"n1"}), 0U);
}

TEST_F(Places, EndWhenThePodIsGone) {
  world.pods.changed(a_hard_pod("b", "3072"));

  world.pods.removed(a_hard_pod("b", "3072"));

  EXPECT_EQ(used(), MiB{3072});
  EXPECT_EQ(place_of("b"), std::nullopt);
}

TEST_F(Places, EndWhenThePodIsBoundElsewhere) {
  world.pods.changed(world.granted(a_hard_pod("b", "3072"), "n2"));

  EXPECT_EQ(used("n1"), MiB{3072});
  EXPECT_EQ(used("n2"), MiB{3072});
  EXPECT_EQ(place_of("b"), std::nullopt);
}

// Somebody else has bound it where it waited: the pod's share is the cluster's now, and stays.
TEST_F(Places, TheShareOfAPodThatIsBoundThereStays) {
  world.pods.changed(world.granted(a_hard_pod("b", "3072"), "n1"));

  EXPECT_EQ(used(), MiB{2 * 3072});
  EXPECT_EQ(place_of("b"), std::nullopt);
  world.pass(seconds{60});
  EXPECT_EQ(used(), MiB{2 * 3072});
}

TEST_F(Places, EndWhenTheSchedulerTriesAnotherNode) {
  enter("b", "n2");

  EXPECT_EQ(order.back(), "b");
  EXPECT_EQ(used("n1"), MiB{3072});
  EXPECT_EQ(used("n2"), MiB{3072});
}

TEST_F(Places, AShareThatGoesBackMakesRoomForARefusedPod) {
  for (int i = 0; i < 12; ++i) {
    const wire::Pod other = a_hard_pod("o" + std::to_string(i), "3072");
    world.pods.changed(world.granted(other, "n1"));
  }
  world.nudges.run();
  world.nudges.run();
  world.pods.changed(a_hard_pod("refused", "12288"));
  world.nudges.refused({"ai", "refused"});
  world.pods.changed(a_hard_pod("small", "3072"));
  world.nudges.refused({"ai", "small"});

  world.pass(sync::NodeLine::kKept);
  world.nudges.run();

  EXPECT_EQ(world.nudged, std::vector<std::string>{"small"});
}

TEST_F(Places, ACallerThatHungUpGivesPlaceAndShareBack) {
  bool has_left = false;
  enter("c", "n1", seconds{60}, [&] { return has_left; });
  EXPECT_EQ(used(), MiB{3 * 3072});

  has_left = true;
  world.pass(sync::FairGate::kTick);

  EXPECT_EQ(order.back(), "c: node n1: the caller has hung up");
  EXPECT_EQ(used(), MiB{2 * 3072});
  EXPECT_EQ(place_of("c"), std::nullopt);
}

TEST_F(Places, TheTurnOfACallerThatHungUpGoesToTheNext) {
  bool has_left = false;
  enter("c", "n1", seconds{60}, [&] { return has_left; });
  enter("d");

  has_left = true;
  leave("a");

  EXPECT_EQ(order.back(), "d");
}

// The one that waits is told at once, not at its deadline.
TEST_F(Places, ADeletedPodsBindEndsWhileItWaits) {
  enter("c");
  world.pods.changed(a_hard_pod("c", "3072"));

  world.pods.removed(a_hard_pod("c", "3072"));
  world.settle();

  EXPECT_EQ(order.back(),
            "c: the pod with UID uid-c has left the line of node n1: it is gone, bound, or wanted "
            "elsewhere");
  EXPECT_EQ(used(), MiB{2 * 3072});
}

TEST_F(Places, OfAGateThatEndsGoBack) {
  {
    sync::FairGate gate(world.io.get_executor(), world.clock);
    gate.occupy(NodeName{"n2"}, PodUid{"uid-x"});
    verbs::Visit visit{NodeName{"n2"}, PodUid{"uid-y"}, world.clock.now() + seconds{1}};
    boost::asio::co_spawn(
        world.io, wait(gate, std::move(visit), world.reserved(a_hard_pod("y", "3072"), "n2")),
        boost::asio::detached);
    world.settle();
    EXPECT_EQ(used("n2"), MiB{3072});
  }

  EXPECT_EQ(used("n2"), MiB{0});
}

}  // namespace
}  // namespace npushare::sync_test
