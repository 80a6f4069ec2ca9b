// Sequences of a session's calls: spec/volcano-deviceshare.md 10.12.
#include <gtest/gtest.h>

#include "tests/support/volcano_world.hpp"

namespace npushare::volcano_test {
namespace {

using verbs_test::rules_with;

VolcanoWorld& s1(VolcanoWorld& world) {
  world.node("n1", Mode::kSoft, {kU1});
  return world;
}

// volcano-V-142
TEST(VolcanoGang, ThatDoesNotFitLeavesNothingBehind) {
  VolcanoWorld world;
  s1(world);
  const wire::Pod a = soft("a", "1", "8192");
  const wire::Pod b = soft("b", "1", "8192");
  const wire::Pod c = soft("c", "1", "8192");
  EXPECT_TRUE(world.predicate(a, "n1").fits());
  EXPECT_EQ(world.allocate(a, "n1"), std::nullopt);
  EXPECT_TRUE(world.predicate(b, "n1").fits());
  EXPECT_EQ(world.allocate(b, "n1"), std::nullopt);

  const Verdict third = world.predicate(c, "n1");

  EXPECT_EQ(third.code, 2);
  EXPECT_EQ(third.reason, "insufficient NPU memory");
  EXPECT_EQ(world.deallocate(b, "n1"), std::nullopt);
  EXPECT_EQ(world.deallocate(a, "n1"), std::nullopt);
  EXPECT_EQ(world.used("n1"), Amount{});
  EXPECT_EQ(world.trials.counts().trials, 0U);
}

TEST(VolcanoGang, MembersOnOneNodeNeitherCountTwiceNorBlockEachOther) {
  VolcanoWorld world;
  s1(world);
  const wire::Pod a = soft("a", "1", "10000");
  const wire::Pod b = soft("b", "1", "11527");  // exactly the rest

  world.allocate(a, "n1");
  const Verdict second = world.predicate(b, "n1", {{a, TaskStatus::kAllocated}});

  EXPECT_TRUE(second.fits()) << second.reason;
  EXPECT_EQ(world.allocate(b, "n1"), std::nullopt);
  EXPECT_EQ(world.used("n1").memory, MiB{21527});
}

// volcano-V-143
TEST(VolcanoAllocate, ChargesARepeatedPlacementOnce) {
  VolcanoWorld world;
  world.node("n1", Mode::kSoft, {kU1, kU2});
  const wire::Pod a = soft("a", "1", "8192");

  EXPECT_EQ(world.allocate(a, "n1"), std::nullopt);
  const auto chips = world.chips_of(a, "n1");
  EXPECT_EQ(world.allocate(a, "n1"), std::nullopt);

  EXPECT_EQ(world.chips_of(a, "n1"), chips);
  EXPECT_EQ(world.used("n1", 0).memory + world.used("n1", 1).memory, MiB{8192});
  EXPECT_EQ(world.trials.counts().trials, 1U);
}

// volcano-V-144
TEST(VolcanoAllocate, NominatesBehindAVictimAndChargesNothing) {
  VolcanoWorld world;
  const wire::Pod victim = soft("v", "1", "20000");
  s1(world).running(victim, "n1");
  const Amount before = world.used("n1");
  const wire::Pod a = soft("a", "1", "8192");
  ASSERT_EQ(world.predicate(a, "n1").code, 2);

  EXPECT_EQ(world.deallocate(victim, "n1", TaskStatus::kReleasing), std::nullopt);
  EXPECT_TRUE(world.predicate(a, "n1").fits());
  EXPECT_EQ(world.allocate(a, "n1", TaskStatus::kPipelined), std::nullopt);

  EXPECT_EQ(world.used("n1"), before);
  EXPECT_EQ(world.trials.counts().nominations, 1U);
}

// volcano-V-145
TEST(VolcanoAllocate, RefusesToPlaceNowWhatOnlyFitsLater) {
  VolcanoWorld world;
  const wire::Pod victim = soft("v", "1", "20000");
  s1(world).running(victim, "n1");
  world.deallocate(victim, "n1", TaskStatus::kReleasing);
  const Amount before = world.used("n1");
  const wire::Pod a = soft("a", "1", "8192");

  EXPECT_EQ(world.allocate(a, "n1"), "insufficient NPU memory");
  EXPECT_EQ(world.deallocate(a, "n1"), std::nullopt);

  EXPECT_EQ(world.used("n1"), before);
  EXPECT_EQ(world.trials.counts().trials, 0U);
}

// volcano-V-146
TEST(VolcanoDeallocate, OfAPodNobodyKnowsIsDone) {
  VolcanoWorld world;
  verbs::CallNotes notes;

  const std::string body =
      volcano::deallocate(event_body(soft("x", "1", "8192"), TaskStatus::kPending, "n9"),
                          world.services, world.trials, notes);

  EXPECT_EQ(body, R"({"errorMessage":""})");
}

// volcano-V-147
TEST(VolcanoPredicate, OfAWaitingPodVoidsWhatWasHeldForItBefore) {
  VolcanoWorld world;
  s1(world);
  const wire::Pod a = soft("a", "1", "20000");
  world.allocate(a, "n1");  // and its deallocate is lost

  const Verdict again = world.predicate(a, "n1");

  EXPECT_TRUE(again.fits()) << again.reason;
  EXPECT_EQ(world.used("n1"), Amount{});
}

// volcano-V-148
TEST(VolcanoPredicate, ThatShowsAPodCommittedStopsTheClockForItsShares) {
  for (const TaskStatus status : {TaskStatus::kBinding, TaskStatus::kBound, TaskStatus::kRunning}) {
    VolcanoWorld world;
    s1(world);
    const wire::Pod a = soft("a", "1", "8192");
    world.allocate(a, "n1");
    world.close();
    world.predicate(soft("b", "1", "1000"), "n1", {{a, status}});

    world.clock.advance(volcano::Trials::kTtl * 10);
    world.trials.expire();

    EXPECT_EQ(world.used("n1").memory, MiB{8192});
    world.trials.turned_up(a.uid);
    EXPECT_EQ(world.trials.counts().trials, 0U);
  }
}

// volcano-V-150
TEST(VolcanoPredicate, LetsMindClustersPodsPassUntouched) {
  VolcanoWorld world;
  wire::Pod pod = soft("m", "1", "8192");
  pod.containers.front().limits = {{"huawei.com/npu-core", "4"}};
  verbs::CallNotes notes;

  const std::string body = volcano::predicate(predicate_body(pod, node("elsewhere")),
                                              world.services, world.trials, notes);

  EXPECT_EQ(body, R"({"status":"","code":0})");
  EXPECT_EQ(world.allocate(pod, "elsewhere"), std::nullopt);
  EXPECT_EQ(world.deallocate(pod, "elsewhere"), std::nullopt);
  EXPECT_EQ(world.trials.counts().trials, 0U);
}

TEST(VolcanoUnevict, MakesTheVictimStayInTheWay) {
  VolcanoWorld world;
  const wire::Pod victim = soft("v", "1", "20000");
  s1(world).running(victim, "n1");
  const wire::Pod a = soft("a", "1", "8192");
  world.deallocate(victim, "n1", TaskStatus::kReleasing);
  ASSERT_TRUE(world.predicate(a, "n1").fits());

  EXPECT_EQ(world.allocate(victim, "n1", TaskStatus::kRunning), std::nullopt);

  EXPECT_EQ(world.predicate(a, "n1").code, 2);
  EXPECT_EQ(world.used("n1").memory, MiB{20000});
}

TEST(VolcanoStandby, AnswersQuestionsAndRefusesToReserve) {
  VolcanoWorld world;
  s1(world);
  world.leadership.leads = false;
  const wire::Pod a = soft("a", "1", "8192");

  EXPECT_TRUE(world.predicate(a, "n1").fits());
  EXPECT_GT(world.prioritize(a, {"n1"}).of["n1"], 0);
  EXPECT_EQ(world.allocate(a, "n1"), "npushare: another replica leads; it reserves");
  EXPECT_EQ(world.used("n1"), Amount{});
}

TEST(VolcanoReplay, PutsAPodBackOnTheSameChips) {
  VolcanoWorld world;
  world.node("n1", Mode::kSoft, {kU1, kU2});
  const wire::Pod a = soft("a", "1", "8192");
  const wire::Pod b = soft("b", "1", "20000");
  world.allocate(b, "n1");
  world.allocate(a, "n1");
  const auto chips = world.chips_of(a, "n1");
  world.deallocate(a, "n1");
  world.deallocate(b, "n1");

  EXPECT_EQ(world.allocate(a, "n1"), std::nullopt);

  EXPECT_EQ(world.chips_of(a, "n1"), chips);  // a new plan would begin with the first chip
  EXPECT_EQ(chips, (std::vector<std::string>{kU2}));
}

}  // namespace
}  // namespace npushare::volcano_test
