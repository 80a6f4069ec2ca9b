#include "scheduler/sync/pod_events.hpp"

#include <gtest/gtest.h>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using Kinds = std::vector<std::string>;

boost::asio::awaitable<void> enter(SyncWorld& world, Reservation share, bool& is_in) {
  auto entering = world.gate.enter({.node = NodeName{"n0"},
                                    .pod = PodUid{"uid-next"},
                                    .deadline = world.clock.now() + std::chrono::seconds{1}},
                                   std::move(share));
  const Result<verbs::Turn> turn = co_await std::move(entering);
  is_in = turn.has_value();
}

class PodEvents : public testing::Test {
 protected:
  PodEvents() { world.list(std::vector{a_wire_node("n0", Mode::kHard, {"A"})}); }
  SyncWorld world;
  const wire::Pod p = a_hard_pod("p", "6144");
};

TEST_F(PodEvents, ABoundPodIsChargedAndADeletedOneReleased) {
  const wire::Pod bound = world.granted(p, "n0");

  world.pods.changed(bound);
  EXPECT_EQ(world.used("n0"), MiB{6144});
  world.pods.removed(bound);
  EXPECT_EQ(world.used("n0"), MiB{0});
}

// hami F11: anybody may write annotations on a pod that is not bound.
TEST_F(PodEvents, APendingPodsAnnotationsNeverCount) {
  wire::Pod forged = world.granted(p, "n0");
  forged.node = NodeName{};

  world.pods.changed(forged);

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_NE(world.store.find(p.key), nullptr);
}

// case-C18
TEST_F(PodEvents, AReturningUidIsChargedAgain) {
  const wire::Pod bound = world.granted(p, "n0");

  world.pods.changed(bound);
  world.pods.removed(bound);
  world.pods.changed(bound);
  EXPECT_EQ(world.used("n0"), MiB{6144});
  EXPECT_EQ(world.chip("n0").shares().size(), 1U);

  world.pods.removed(bound);
  EXPECT_EQ(world.used("n0"), MiB{0});
}

// case-C29: released by UID whatever the last object says; the second time nothing happens.
TEST_F(PodEvents, ADeletionWithoutAnnotationsReleasesByUid) {
  const wire::Pod bound = world.granted(p, "n0");
  world.pods.changed(bound);
  wire::Pod bare = p;
  bare.node = NodeName{};

  world.pods.removed(bare);
  EXPECT_EQ(world.used("n0"), MiB{0});
  world.pods.removed(bare);
  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

// case-C11 (the device part): used never goes below zero, and the surprise is counted.
TEST_F(PodEvents, TheDeletionOfAPodThatWasNeverChargedIsDrift) {
  const wire::Pod bound = world.granted(p, "n0");

  world.pods.removed(bound);

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.drift.count("unknown-release"), 1U);
  EXPECT_EQ(world.drift_kinds(), Kinds{}) << "there is nothing that could heal";
  EXPECT_TRUE(world.fits(a_hard_pod("q", "12288"), "n0"));
  world.pods.changed(world.granted(a_hard_pod("q", "12288"), "n0"));
  EXPECT_FALSE(world.fits(a_hard_pod("r", "12288"), "n0"));
}

// A watch that begins anew may tell it once more.
TEST_F(PodEvents, ADeletionToldTwiceIsNoDrift) {
  const wire::Pod bound = world.granted(p, "n0");
  world.pods.changed(bound);

  world.pods.removed(bound);
  world.pods.removed(bound);

  EXPECT_EQ(world.drift.count("unknown-release"), 0U);
}

// case-C33: the container still runs until the pod is gone.
TEST_F(PodEvents, ATerminatingPodHoldsUntilItIsGone) {
  wire::Pod bound = world.granted(a_hard_pod("p", "12288"), "n0");
  world.pods.changed(bound);
  bound.is_terminating = true;

  world.pods.changed(bound);
  EXPECT_FALSE(world.fits(a_hard_pod("q", "12288"), "n0"));
  world.pods.removed(bound);
  EXPECT_TRUE(world.fits(a_hard_pod("q", "12288"), "n0"));
}

// case-C35 (the device part)
TEST_F(PodEvents, AnEndedPodIsReleasedThoughItsObjectStays) {
  wire::Pod bound = world.granted(a_hard_pod("job", "12288"), "n0");
  world.pods.changed(bound);
  bound.phase = "Succeeded";

  world.pods.changed(bound);

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_TRUE(world.fits(a_hard_pod("q", "6144"), "n0"));
}

// case-C32: served, but its to-allocate annotation is still full. Counted once and waits for
// nothing.
TEST_F(PodEvents, ARunningPodWithAStaleToAllocateIsCountedOnceAndHoldsNoGate) {
  wire::Pod bound = world.granted(p, "n0");
  bound.phase = "Running";
  bound.annotations["hami.io/bind-phase"] = "success";

  world.list(std::vector{bound});
  world.list(std::vector{bound});

  EXPECT_EQ(world.used("n0"), MiB{6144});
  EXPECT_EQ(world.store.pending().size(), 0U);
  bool is_in = false;
  boost::asio::co_spawn(world.io,
                        enter(world, world.reserved(a_hard_pod("next", "3072"), "n0"), is_in),
                        boost::asio::detached);
  world.settle();
  EXPECT_TRUE(is_in);
}

TEST_F(PodEvents, ARelistReleasesWhatVanished) {
  const wire::Pod bound = world.granted(p, "n0");
  world.list(std::vector{bound});

  world.list(std::vector<wire::Pod>{});

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.store.size(), 0U);
}

TEST_F(PodEvents, AnotherUidUnderTheNameIsADeletionAndAnAddition) {
  world.pods.changed(world.granted(p, "n0"));
  wire::Pod next = a_hard_pod("p", "3072");
  next.uid = PodUid{"uid-next"};

  world.pods.changed(next);

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.store.find(p.key)->uid, next.uid);
}

TEST_F(PodEvents, ALateDeletionOfTheFormerPodLeavesItsSuccessorAlone) {
  wire::Pod next = p;
  next.uid = PodUid{"uid-next"};
  world.pods.changed(world.granted(next, "n0"));

  world.pods.removed(p);

  EXPECT_EQ(world.used("n0"), MiB{6144});
  EXPECT_NE(world.store.find(p.key), nullptr);
}

TEST_F(PodEvents, MalformedAnnotationsAreDriftAndChargeNothing) {
  wire::Pod bound = world.granted(p, "n0");
  bound.annotations["hami.io/Ascend310P-devices-allocated"] = "A,Ascend310P,-6144,0:;";

  world.pods.changed(bound);

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.drift_kinds(), Kinds{"malformed-annotation"});
  world.pods.removed(bound);
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

TEST_F(PodEvents, APodThatSomebodyElseBoundWithoutAGrantIsDrift) {
  wire::Pod bound = p;
  bound.node = NodeName{"n0"};

  world.pods.changed(bound);

  EXPECT_EQ(world.drift_kinds(), Kinds{"bound-without-grant"});
}

/// Whatever it asks for, it may hold chips that the books do not know of.
TEST_F(PodEvents, ABoundPodWhoseAskCannotBeReadIsDriftToo) {
  wire::Pod bound = a_hard_pod("p", "-1");
  bound.node = NodeName{"n0"};

  world.pods.changed(bound);

  EXPECT_EQ(world.drift_kinds(), Kinds{"bound-without-grant"});
}

TEST_F(PodEvents, AnOvercommittedChipIsDriftUntilItIsNot) {
  const wire::Pod first = world.granted(a_hard_pod("a", "12288"), "n0");
  const wire::Pod second = world.granted(a_hard_pod("b", "12288"), "n0");
  world.pods.changed(first);

  world.pods.changed(second);
  EXPECT_EQ(world.drift_kinds(), Kinds{"overcommitted-chip"});
  EXPECT_LT(world.chip("n0").free().memory, MiB{0});
  world.pods.removed(first);
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

TEST_F(PodEvents, AShareOfAnUnknownChipIsDriftAndKept) {
  wire::Pod bound = world.granted(p, "n0");
  bound.annotations["hami.io/Ascend310P-devices-allocated"] = "Z,Ascend310P,6144,0:;";

  world.pods.changed(bound);

  EXPECT_EQ(world.drift_kinds(), Kinds{"unknown-chip"});
}

// npc 3.8.5: the mark is taken off once, as soon as the plugin is done.
TEST_F(PodEvents, AServedPodIsScrubbedOnce) {
  wire::Pod bound = world.granted(p, "n0");
  world.pods.changed(bound);
  EXPECT_TRUE(world.scrubbed.empty());

  bound.annotations["hami.io/Ascend310P-devices-to-allocate"] = ";;";
  world.pods.changed(bound);
  bound.annotations["hami.io/bind-phase"] = "success";
  world.pods.changed(bound);

  EXPECT_EQ(world.scrubbed, std::vector{p.key});
}

}  // namespace
}  // namespace npushare::sync_test
