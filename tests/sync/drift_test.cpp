// What users write into annotations, and what the watch has missed: counted by cause, healed by the
// next list, and never a grant.
#include <gtest/gtest.h>

#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using Kinds = std::vector<std::string>;

constexpr const char* kAllocated = "hami.io/Ascend310P-devices-allocated";

class Drift : public testing::Test {
 protected:
  Drift() {
    world.list(std::vector{a_wire_node("n0", Mode::kHard, {"A"})});
    world.list(std::vector<wire::Pod>{});
    bound = world.granted(p, "n0");
  }
  /// The pod's annotation with one text in place of another.
  static wire::Pod edited(wire::Pod pod, const std::string& from, const std::string& to) {
    std::string& text = pod.annotations[kAllocated];
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << text;
    if (at != std::string::npos) text.replace(at, from.size(), to);
    return pod;
  }

  SyncWorld world;
  const wire::Pod p = a_hard_pod("p", "6144");
  wire::Pod bound;
};

// A grant copied from a pod on another node.
TEST_F(Drift, AGrantForAnotherNodeChargesNothing) {
  wire::Pod forged = bound;
  forged.annotations["hami.io/vgpu-node"] = "n9";

  world.pods.changed(forged);

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.drift_kinds(), Kinds{"malformed-annotation"});
}

// Annotated before the bind, for a model that the Binding does not overwrite.
TEST_F(Drift, AGrantThatNobodyAskedForChargesNothing) {
  wire::Node both = a_wire_node("n0", Mode::kHard, {"A"});
  both.annotations["hami.io/node-register-Ascend910B4"] =
      R"([{"id":"X","count":7,"devmem":32768,"devcore":20,"type":"Ascend910B4","health":true}])";
  both.allocatable["huawei.com/Ascend910B4"] = "7";
  world.nodes.changed(both);
  wire::Pod forged = bound;
  forged.annotations["hami.io/Ascend910B4-devices-allocated"] = "X,Ascend910B4,32768,0:;";
  forged.annotations["huawei.com/Ascend910B4"] = R"([{"UUID":"X"}])";

  world.pods.changed(forged);

  std::size_t shares = 0;
  for (const DeviceLedger& chip : world.book.snapshot(NodeName{"n0"})->chips()) {
    shares += chip.shares().size();
    EXPECT_EQ(chip.is_idle(), chip.chip().uuid == ChipUuid{"X"});
  }
  EXPECT_EQ(shares, 1U);
  EXPECT_EQ(world.drift_kinds(), Kinds{"unasked-grant"});
}

TEST_F(Drift, APlainPodsGrantChargesNothing) {
  wire::Pod plain = bound;
  plain.containers.front().limits.clear();

  world.pods.changed(plain);

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.drift_kinds(), Kinds{"unasked-grant"});
}

// Whoever edits its pod to look smaller frees nothing, and to look larger takes nothing.
TEST_F(Drift, AnEditAfterTheBindChangesNothing) {
  world.pods.changed(bound);

  world.pods.changed(edited(bound, "6144", "1"));
  EXPECT_EQ(world.used("n0"), MiB{6144});
  EXPECT_EQ(world.drift_kinds(), Kinds{"changed-grant"});

  world.list(std::vector{edited(bound, "6144", "12288")});
  EXPECT_EQ(world.used("n0"), MiB{6144});
  EXPECT_EQ(world.drift.count("changed-grant"), 1U);

  world.pods.changed(bound);
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

TEST_F(Drift, AnEditThatMakesNoSenseChangesNothing) {
  world.pods.changed(bound);

  world.pods.changed(edited(bound, "6144", "lots"));

  EXPECT_EQ(world.used("n0"), MiB{6144});
  EXPECT_EQ(world.drift_kinds(), Kinds{"malformed-annotation"});
}

// What the node plugin and the scrub change is no edit of the grant.
TEST_F(Drift, ThePluginsOwnMarksAreNone) {
  world.pods.changed(bound);
  wire::Pod served = bound;
  served.annotations["hami.io/Ascend310P-devices-to-allocate"] = ";;";
  served.annotations["hami.io/bind-phase"] = "success";
  served.annotations.erase("hami.io/bind-time");

  world.pods.changed(served);

  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

TEST_F(Drift, ADeletionThatTheWatchMissedIsCountedAndHealedByTheList) {
  world.pods.changed(bound);

  world.list(std::vector<wire::Pod>{});

  EXPECT_EQ(world.used("n0"), MiB{0});
  EXPECT_EQ(world.drift.counts(), (std::map<std::string, std::uint64_t>{{"missed-deletion", 1}}));
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

TEST_F(Drift, AShareThatTheBookHasLostIsCountedAndHealedByTheList) {
  world.pods.changed(bound);
  world.book.release(NodeName{"n0"}, p.uid);

  world.list(std::vector{bound});

  EXPECT_EQ(world.used("n0"), MiB{6144});
  EXPECT_EQ(world.drift.counts(), (std::map<std::string, std::uint64_t>{{"lost-share", 1}}));
}

TEST_F(Drift, AListThatShowsWhatIsKnownCountsNothing) {
  world.pods.changed(bound);

  world.list(std::vector{bound});
  world.list(std::vector{bound});

  EXPECT_TRUE(world.drift.counts().empty());
}

// The same name again, with the grants of the new pod.
TEST_F(Drift, ASuccessorOfTheSameNameIsBookedAfresh) {
  world.pods.changed(bound);
  wire::Pod next = p;
  next.uid = PodUid{"uid-next"};
  next.containers.front().limits["huawei.com/Ascend310P-memory"] = "12288";

  world.pods.changed(world.granted(next, "n0"));

  EXPECT_EQ(world.used("n0"), MiB{12288});
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

// Another replica's pod has come where a bind of ours still holds room.
TEST_F(Drift, AnOvercommitmentThatABindEndsByGivingBackIsStruckOut) {
  const wire::Pod theirs = world.granted(a_hard_pod("theirs", "12288"), "n0");
  std::optional<Reservation> ours(world.reserved(a_hard_pod("ours", "12288"), "n0"));
  world.pods.changed(theirs);
  EXPECT_EQ(world.drift_kinds(), Kinds{"overcommitted-chip"});

  ours.reset();
  world.nodes.tick();

  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

}  // namespace
}  // namespace npushare::sync_test
