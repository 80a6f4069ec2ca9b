// Whose namespace has room again is woken, and nobody for a place that its quota does not allow.
#include <gtest/gtest.h>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using Names = std::vector<std::string>;
using Want = sync::Nudges::Want;

constexpr const char* kMemoryKey = "limits.huawei.com/Ascend310P-memory";

class QuotaNudges : public testing::Test {
 protected:
  QuotaNudges() {
    world.list(
        std::vector{a_wire_node("n0", Mode::kHard, {"A"}), a_wire_node("n1", Mode::kHard, {"B"})});
    run_twice();
  }

  void limit(const std::string& mib) {
    world.quotas.publish({{.space = "ai", .name = "npu", .hard = {{kMemoryKey, mib}}}});
  }
  wire::Pod runs(const wire::Pod& pod, const std::string& on) {
    const wire::Pod bound = world.granted(pod, on);
    world.pods.changed(bound);
    run_twice();
    return bound;
  }
  void refuse(const wire::Pod& pod, Want want = Want::kQuota) {
    world.pods.changed(pod);
    world.nudges.refused(pod.key, want);
  }
  void run_twice() {
    world.nudges.run();
    world.nudges.run();
  }

  SyncWorld world;
};

TEST_F(QuotaNudges, WakeWhenTheQuotaIsRaised) {
  limit("6144");
  runs(a_hard_pod("old", "6144"), "n0");
  refuse(a_hard_pod("p", "6144"));
  run_twice();
  EXPECT_EQ(world.nudged, Names{});

  limit("12288");
  world.nudges.run();

  EXPECT_EQ(world.nudged, Names{"p"});
}

TEST_F(QuotaNudges, WakeWhenTheQuotaIsDeleted) {
  limit("0");
  refuse(a_hard_pod("p", "6144"));
  run_twice();

  world.quotas.publish({});
  world.nudges.run();

  EXPECT_EQ(world.nudged, Names{"p"});
}

// The release is on n0, which is full of another namespace's pods all the same; the room is on n1.
TEST_F(QuotaNudges, WakeForAnotherNodeThanTheOneThatWasLeft) {
  limit("6144");
  const wire::Pod old = runs(a_hard_pod("old", "3072"), "n0");
  for (const char* memory : {"12288", "6144"}) {
    wire::Pod stranger = a_hard_pod(memory, memory);
    stranger.key.space = "web";
    runs(stranger, "n0");
  }
  refuse(a_hard_pod("p", "6144"));
  run_twice();
  EXPECT_EQ(world.nudged, Names{});

  world.pods.removed(old);
  run_twice();

  EXPECT_EQ(world.nudged, Names{"p"});
}

TEST_F(QuotaNudges, WakeOnlyAsManyAsTheQuotaLeaves) {
  limit("6144");
  runs(a_hard_pod("old", "6144"), "n0");
  for (const char* name : {"a", "b", "c"}) refuse(a_hard_pod(name, "6144"));

  limit("18432");
  run_twice();

  EXPECT_EQ(world.nudged, (Names{"a", "b"}));
}

TEST_F(QuotaNudges, LeaveAPodAsleepThatHasRoomOnANodeAndNoneInItsQuota) {
  limit("12288");
  const wire::Pod big = runs(a_hard_pod("big", "12288"), "n0");
  wire::Pod stranger = a_hard_pod("stranger", "12288");
  stranger.key.space = "web";
  runs(stranger, "n1");
  refuse(a_hard_pod("p", "12288"), Want::kRoom);
  wire::Pod tenant = a_hard_pod("tenant", "3072");
  runs(tenant, "n1");

  world.pods.removed(big);  // 9216 of the quota are left
  run_twice();
  EXPECT_EQ(world.nudged, Names{});

  limit("30000");
  run_twice();
  EXPECT_EQ(world.nudged, Names{"p"});
}

TEST_F(QuotaNudges, WaitForRoomOnANodeOnceTheQuotaWouldDo) {
  limit("0");
  wire::Pod stranger = a_hard_pod("stranger", "12288");
  stranger.key.space = "web";
  const wire::Pod first = runs(stranger, "n0");
  stranger.key.name = "second";
  stranger.uid = PodUid{"uid-second"};
  runs(stranger, "n1");
  refuse(a_hard_pod("p", "12288"));

  limit("12288");
  run_twice();
  EXPECT_EQ(world.nudged, Names{});

  world.pods.removed(first);
  run_twice();
  EXPECT_EQ(world.nudged, Names{"p"});
}

// The quota was spent by another between the nudge and the scheduler's question.
TEST_F(QuotaNudges, HoldNothingAgainstANodeWhenTheQuotaWasSpentMeanwhile) {
  limit("6144");
  const wire::Pod old = runs(a_hard_pod("old", "6144"), "n0");
  const wire::Pod p = a_hard_pod("p", "6144");
  refuse(p);
  world.pods.removed(old);
  run_twice();
  EXPECT_EQ(world.nudged, Names{"p"});

  const wire::Pod thief = runs(a_hard_pod("thief", "6144"), "n1");
  refuse(p);
  run_twice();
  EXPECT_EQ(world.nudged, Names{"p"});

  world.pods.removed(thief);
  run_twice();
  EXPECT_EQ(world.nudged, (Names{"p", "p"}));
}

TEST_F(QuotaNudges, ComeOnceForOneChange) {
  limit("0");
  refuse(a_hard_pod("p", "6144"));

  limit("6144");
  for (int run = 0; run < 5; ++run) world.nudges.run();

  EXPECT_EQ(world.nudged, Names{"p"});
}

TEST_F(QuotaNudges, LookForAPortionOfThePodsInARun) {
  limit("0");
  wire::Pod stranger = a_hard_pod("stranger", "12288");
  stranger.key.space = "web";
  runs(stranger, "n0");
  for (std::size_t i = 0; i < sync::Nudges::kMost + 5; ++i) {
    wire::Pod big = a_hard_pod("big" + std::to_string(i), "", 100, "2");  // no node has two chips
    refuse(big);
  }
  refuse(a_hard_pod("p", "6144"));

  limit("1000000");
  world.nudges.run();
  EXPECT_EQ(world.nudged, Names{});
  world.nudges.run();
  EXPECT_EQ(world.nudged, Names{"p"});
}

}  // namespace
}  // namespace npushare::sync_test
