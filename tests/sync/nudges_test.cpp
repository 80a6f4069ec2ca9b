#include "scheduler/sync/nudges.hpp"

#include <gtest/gtest.h>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using Names = std::vector<std::string>;

class Nudges : public testing::Test {
 protected:
  Nudges() {
    world.list(std::vector{a_wire_node("n0", Mode::kHard, {"A"})});
    big = world.granted(a_hard_pod("big", "12288"), "n0");
    world.pods.changed(big);
    world.nudges.run();
    world.nudges.run();
  }

  void refuse(const wire::Pod& pod) {
    world.pods.changed(pod);
    world.nudges.refused(pod.key);
  }

  SyncWorld world;
  wire::Pod big;
};

// case-C142: the release itself wakes a refused pod, whatever the scheduler has seen of it.
TEST_F(Nudges, WakeARefusedPodWhenARoomComes) {
  refuse(a_hard_pod("p", "12288"));

  world.nudges.run();
  EXPECT_EQ(world.nudged, Names{});
  world.pods.removed(big);
  world.nudges.run();
  EXPECT_EQ(world.nudged, Names{"p"});
}

TEST_F(Nudges, ComeOnceARefusal) {
  const wire::Pod p = a_hard_pod("p", "12288");
  refuse(p);
  world.pods.removed(big);

  world.nudges.run();
  world.nudges.run();
  EXPECT_EQ(world.nudged, Names{"p"});

  world.nudges.refused(p.key);
  world.nudges.room_on(NodeName{"n0"});
  world.nudges.run();
  EXPECT_EQ(world.nudged, (Names{"p", "p"}));
}

TEST_F(Nudges, WakeOnlyAsManyAsFit) {
  for (int i = 0; i < 1000; ++i) refuse(a_hard_pod("p" + std::to_string(i), "6144"));

  world.pods.removed(big);
  world.nudges.run();
  EXPECT_EQ(world.nudged.size(), 3U);  // vir02 by memory: 3 x 6144 of 21527

  world.nudges.run();  // the room is looked at once more, before the three have come for it
  EXPECT_EQ(world.nudged.size(), 3U);
}

TEST_F(Nudges, TheRoomOfAPodThatCannotComeGoesToAnother) {
  refuse(a_hard_pod("a", "12288"));
  refuse(a_hard_pod("b", "12288"));
  world.pods.removed(big);
  world.nudges.run();
  EXPECT_EQ(world.nudged, Names{"a"});

  wire::Pod gated = a_hard_pod("a", "12288");
  gated.is_gated = true;
  world.pods.changed(gated);
  world.nudges.run();

  EXPECT_EQ(world.nudged, (Names{"a", "b"}));
}

TEST_F(Nudges, APodThatDoesNotComeIsWaitedForTenSeconds) {
  refuse(a_hard_pod("a", "12288"));
  refuse(a_hard_pod("b", "12288"));
  world.pods.removed(big);
  world.nudges.run();

  for (int run = 1; run < sync::Nudges::kPatience; ++run) world.nudges.run();
  EXPECT_EQ(world.nudged, Names{"a"});
  world.nudges.run();
  EXPECT_EQ(world.nudged, (Names{"a", "b"}));
}

TEST_F(Nudges, APodThatCameIsNotWaitedFor) {
  const wire::Pod a = a_hard_pod("a", "3072");
  refuse(a);
  refuse(a_hard_pod("b", "12288"));
  world.pods.removed(big);
  world.nudges.run();
  EXPECT_EQ(world.nudged, (Names{"a", "b"}));

  world.pods.changed(world.granted(a, "n0"));
  world.pods.changed(world.granted(a_hard_pod("b", "12288"), "n0"));
  refuse(a_hard_pod("c", "12288"));
  for (int run = 0; run <= sync::Nudges::kPatience; ++run) world.nudges.run();

  EXPECT_EQ(world.nudged, (Names{"a", "b"}));
}

// A pod that may not go to that node for reasons only the scheduler knows: it is not woken again
// and again, and another one is.
TEST_F(Nudges, APodThatIsRefusedAllTheSameIsNotWokenAgainForThatRoom) {
  const wire::Pod a = a_hard_pod("a", "12288");
  refuse(a);
  refuse(a_hard_pod("b", "12288"));
  world.pods.removed(big);
  world.nudges.run();

  for (int run = 0; run < 5; ++run) {
    refuse(a);
    world.nudges.run();
  }
  EXPECT_EQ(world.nudged, (Names{"a", "b"}));

  world.nudges.room_on(NodeName{"n0"});
  world.nudges.run();
  EXPECT_EQ(world.nudged, (Names{"a", "b"}));  // b is still about to take it
}

TEST_F(Nudges, ComeInPortions) {
  std::vector<wire::Node> nodes;
  for (int i = 0; i < 10; ++i)
    nodes.push_back(a_wire_node("m" + std::to_string(i), Mode::kHard, {"X"}));
  for (int i = 0; i < 100; ++i) refuse(a_hard_pod("p" + std::to_string(i), "3072"));
  world.list(nodes);

  world.nudges.run();
  EXPECT_EQ(world.nudged.size(), sync::Nudges::kMost);
  world.nudges.run();
  EXPECT_EQ(world.nudged.size(), 70U);  // ten chips of seven
  world.nudges.run();
  EXPECT_EQ(world.nudged.size(), 70U);
}

TEST_F(Nudges, ReachARefusalReportedAfterTheRoomCame) {
  world.pods.removed(big);
  world.nudges.run();

  refuse(a_hard_pod("late", "12288"));
  world.nudges.run();

  EXPECT_EQ(world.nudged, Names{"late"});
}

TEST_F(Nudges, LeavePodsAloneThatNobodyRefused) {
  world.pods.changed(a_hard_pod("fresh", "6144"));

  world.pods.removed(big);
  world.nudges.run();

  EXPECT_EQ(world.nudged, Names{});
}

TEST_F(Nudges, PreferTheMoreImportantPod) {
  wire::Pod low = a_hard_pod("a-low", "12288");
  wire::Pod high = a_hard_pod("z-high", "12288");
  high.priority = 1000;
  refuse(low);
  refuse(high);

  world.pods.removed(big);
  world.nudges.run();

  EXPECT_EQ(world.nudged, Names{"z-high"});
}

}  // namespace
}  // namespace npushare::sync_test
