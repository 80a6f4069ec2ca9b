#include "scheduler/sync/node_gate.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "tests/support/sync_gate.hpp"
#include "tests/support/sync_plugin.hpp"

namespace npushare::sync_test {
namespace {

using std::chrono::seconds;

class NodeGate : public GateTest {};

TEST_F(NodeGate, LetsOneInAndTheOthersInTheirOrder) {
  enter("a");
  enter("b");
  enter("c");
  EXPECT_EQ(order, (Order{"a"}));
  EXPECT_EQ(world.gate.waiting(NodeName{"n1"}), 2U);

  leave("a");
  EXPECT_EQ(order, (Order{"a", "b"}));

  leave("b");
  EXPECT_EQ(order, (Order{"a", "b", "c"}));
  EXPECT_EQ(world.gate.waiting(NodeName{"n1"}), 0U);
}

TEST_F(NodeGate, NodesDoNotWaitForEachOther) {
  enter("a", "n1");
  enter("b", "n2");

  EXPECT_EQ(order, (Order{"a", "b"}));
}

// case-C65, case-C75: whoever has not been served keeps the node, however long it takes.
TEST_F(NodeGate, AKeptPassHoldsTheNodeUntilThePodIsServed) {
  enter("a");
  enter("b");
  turns.at("a").pass.keep_until_served();
  leave("a");
  EXPECT_EQ(order, (Order{"a"}));

  world.gate.release(NodeName{"n1"}, PodUid{"uid-a"});
  world.settle();
  EXPECT_EQ(order, (Order{"a", "b"}));
}

TEST_F(NodeGate, AReleaseOfWhoHoldsNothingChangesNothing) {
  enter("a");
  enter("b");

  world.gate.release(NodeName{"n1"}, PodUid{"uid-x"});
  world.gate.release(NodeName{"n9"}, PodUid{"uid-a"});
  world.settle();

  EXPECT_EQ(order, (Order{"a"}));
}

// The watch was faster than the bind: served before the pass dies. Nobody's turn is skipped by
// that.
TEST_F(NodeGate, APassThatDiesAfterItsReleaseTakesNothingFromTheNext) {
  enter("a");
  enter("b");
  enter("c");
  world.gate.release(NodeName{"n1"}, PodUid{"uid-a"});
  world.settle();

  leave("a");

  EXPECT_EQ(order, (Order{"a", "b"}));
}

// npc 3.8.4: after a restart the gate is rebuilt from the pods that still wait for the plugin.
TEST(GateRebuilt, APodThatWaitsForThePluginHoldsItsNodeAfterARestart) {
  GateTest::Visits visits;
  SyncWorld& world = visits.world;
  world.list(std::vector{a_wire_node("n1", Mode::kHard, {"A"})});
  wire::Pod unserved = world.granted(a_hard_pod("p", "3072"), "n1");
  world.list(std::vector{unserved});
  visits.enter("q");
  EXPECT_EQ(visits.order, GateTest::Order{});

  unserved.annotations["hami.io/Ascend310P-devices-to-allocate"] = ";;";
  world.pods.changed(unserved);
  world.settle();

  EXPECT_EQ(visits.order, GateTest::Order{"q"});
}

// volcano-V-101: there the second pod of a node fails while the first is served. Ours waits in
// line. case-C69, case-C65: 14 x H(3072) created at once; every pod is served the chip that its
// annotation names, one at a time, and the chips carry 7 each.
TEST(GateAndLock, FourteenPodsAtOnceAreEachServedTheirOwnChip) {
  BindWorld world({"A", "B"});
  int bound = 0;
  for (int i = 0; i < 14; ++i) {
    const wire::Pod pod = a_hard_pod("r" + std::to_string(i), "3072");
    world.create(pod);
    world.bind(pod, [&](const Result<>& done) { bound += done ? 1 : 0; });
  }
  for (int round = 0; round < 14; ++round) {
    world.settle();
    ASSERT_EQ(bound, round + 1);
    ASSERT_NE(world.to_serve(), "");
    world.serve(world.to_serve());
  }

  for (const auto& [name, devices] : world.devices) {
    const wire::Pod pod = *world.kube.pod({"ai", name});
    EXPECT_EQ(devices, pod.annotations.at("hami.io/Ascend310P-devices-allocated")) << name;
  }
  EXPECT_EQ(world.served.size(), 14U);
  EXPECT_EQ(world.used("n1", 0), MiB{21504});
  EXPECT_EQ(world.used("n1", 1), MiB{21504});
}

// Node plugins that need no lock need no gate: nobody waits, nothing is locked, one call each.
TEST(GateAndLock, WithoutTheLockBindsOfANodeDoNotWait) {
  BindWorld world({"A", "B"}, verbs::LockUse::kNone);
  int bound = 0;
  for (int i = 0; i < 14; ++i) {
    const wire::Pod pod = a_hard_pod("r" + std::to_string(i), "3072");
    world.create(pod);
    world.bind(pod, [&](const Result<>& done) { bound += done ? 1 : 0; });
  }

  EXPECT_EQ(bound, 14);
  EXPECT_EQ(world.kube.calls(), 14);
  EXPECT_EQ(world.to_serve(), "");
}

}  // namespace
}  // namespace npushare::sync_test
