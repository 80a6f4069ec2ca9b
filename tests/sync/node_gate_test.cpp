#include "scheduler/sync/node_gate.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "scheduler/verbs/bind.hpp"
#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using std::chrono::seconds;

using Order = std::vector<std::string>;
using Passes = std::map<std::string, verbs::GatePass>;

/// Enters, writes the pod's name (or why not) into the order and keeps its pass.
asio::awaitable<void> enter_as(std::string pod, NodeName node, observe::Clock::Monotonic deadline,
                               sync::FairGate& gate, Order& order, Passes& passes) {
  auto entering = gate.enter(node, PodUid{pod}, deadline);
  Result<verbs::GatePass> pass = co_await std::move(entering);
  order.push_back(pass ? pod : pod + ": " + pass.error().message);
  if (pass) passes.emplace(pod, *std::move(pass));
}

/// Pods at a gate: who is in, who waits, who was turned away.
class NodeGate : public testing::Test {
 protected:
  void enter(const std::string& pod, const std::string& node = "n1",
             milliseconds patience = seconds{60}) {
    asio::co_spawn(io, enter_as(pod, NodeName{node}, clock.now() + patience, gate, order, passes),
                   asio::detached);
    turn();
  }
  /// Everything that can happen now happens; a waiting timer is left alone.
  void turn() {
    io.restart();
    while (io.poll() > 0) {
    }
  }

  asio::io_context io;
  HandClock clock;
  sync::FairGate gate{io.get_executor(), clock};
  std::vector<std::string> order;
  Passes passes;
};

TEST_F(NodeGate, LetsOneInAndTheOthersInTheirOrder) {
  enter("a");
  enter("b");
  enter("c");
  EXPECT_EQ(order, (Order{"a"}));

  passes.erase("a");
  turn();
  EXPECT_EQ(order, (Order{"a", "b"}));

  passes.erase("b");
  turn();
  EXPECT_EQ(order, (Order{"a", "b", "c"}));
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
  passes.at("a").keep_until_served();
  passes.erase("a");
  turn();
  EXPECT_EQ(order, (Order{"a"}));

  gate.release(NodeName{"n1"}, PodUid{"a"});
  turn();
  EXPECT_EQ(order, (Order{"a", "b"}));
}

TEST_F(NodeGate, AReleaseOfWhoHoldsNothingChangesNothing) {
  enter("a");
  enter("b");

  gate.release(NodeName{"n1"}, PodUid{"x"});
  gate.release(NodeName{"n9"}, PodUid{"a"});
  turn();

  EXPECT_EQ(order, (Order{"a"}));
}

// The watch was faster than the bind: served before the pass dies. Nobody's turn is skipped by
// that.
TEST_F(NodeGate, APassThatDiesAfterItsReleaseTakesNothingFromTheNext) {
  enter("a");
  enter("b");
  enter("c");
  gate.release(NodeName{"n1"}, PodUid{"a"});
  turn();

  passes.erase("a");
  turn();

  EXPECT_EQ(order, (Order{"a", "b"}));
}

TEST_F(NodeGate, WhoeverWaitsTooLongIsToldWhy) {
  enter("a");
  enter("b", "n1", milliseconds{1});
  io.restart();
  while (order.size() < 2) io.run_one();

  EXPECT_EQ(order.at(1), "b: node n1 is busy: its node plugin has yet to serve the pod with UID a");
  passes.erase("a");
  enter("c");
  EXPECT_EQ(order.back(), "c");
}

// npc 3.8.4: after a restart the gate is rebuilt from the pods that still wait for the plugin.
TEST(GateRebuilt, APodThatWaitsForThePluginHoldsItsNodeAfterARestart) {
  SyncWorld world;
  world.list(std::vector{a_wire_node("n1", Mode::kHard, {"A"})});
  wire::Pod unserved = world.granted(a_hard_pod("p", "3072"), "n1");
  world.list(std::vector{unserved});
  Order order;
  Passes passes;
  asio::co_spawn(
      world.io,
      enter_as("q", NodeName{"n1"}, world.clock.now() + seconds{60}, world.gate, order, passes),
      asio::detached);
  while (world.io.poll() > 0) {
  }
  EXPECT_EQ(order, Order{});

  unserved.annotations["hami.io/Ascend310P-devices-to-allocate"] = ";;";
  world.pods.changed(unserved);
  world.settle();

  EXPECT_EQ(order, Order{"q"});
}

/// A node plugin that serves whoever the lock names, and the watch that shows it.
class Plugin {
 public:
  Plugin(SyncWorld& world, verbs_test::FakeKube& kube) : world_(world), kube_(kube) {}

  /// The pod the lock names, served and shown; empty when there is none.
  std::string serve() {
    const wire::Node node = *kube_.node(NodeName{"n1"});
    const auto lock = node.annotations.find("hami.io/mutex.lock");
    if (lock == node.annotations.end()) return {};
    const std::string name = lock->second.substr(lock->second.rfind(',') + 1);
    wire::Pod pod = *kube_.pod({"ai", name});
    if (pod.node.empty()) return {};
    world_.pods.changed(pod);
    served[name] = pod.annotations["hami.io/Ascend310P-devices-to-allocate"];
    pod.annotations["hami.io/Ascend310P-devices-to-allocate"] = ";;";
    kube_.put(pod);
    world_.pods.changed(pod);
    wire::Node unlocked = *kube_.node(NodeName{"n1"});
    unlocked.annotations.erase("hami.io/mutex.lock");
    kube_.put(unlocked);
    return name;
  }

  std::map<std::string, std::string> served;

 private:
  SyncWorld& world_;
  verbs_test::FakeKube& kube_;
};

// case-C69, case-C65: 14 x H(3072) created at once; every pod is served the chip that its
// annotation names, one at a time, and the chips carry 7 each.
TEST(GateAndLock, FourteenPodsAtOnceAreEachServedTheirOwnChip) {
  SyncWorld world;
  verbs_test::FakeKube kube;
  const wire::Node n1 = a_wire_node("n1", Mode::kHard, {"A", "B"});
  kube.put(n1);
  world.list(std::vector{n1});
  verbs_test::FakeLocks locks(kube);
  verbs::Services services{world.book, world.rules, kube,       world.store,
                           world.gate, locks,       world.pods, world.clock};
  Plugin plugin(world, kube);
  int bound = 0;
  for (int i = 0; i < 14; ++i) {
    const wire::Pod pod = a_hard_pod("r" + std::to_string(i), "3072");
    kube.put(pod);
    world.pods.changed(pod);
    asio::co_spawn(world.io, verbs::bind({pod.key, pod.uid, NodeName{"n1"}}, services),
                   [&](const std::exception_ptr&, const Result<>& done) { bound += done ? 1 : 0; });
  }
  for (int round = 0; round < 14; ++round) {
    while (world.io.poll() > 0) {
    }
    ASSERT_EQ(bound, round + 1);
    ASSERT_NE(plugin.serve(), "");
  }

  for (const auto& [name, devices] : plugin.served) {
    const wire::Pod pod = *kube.pod({"ai", name});
    EXPECT_EQ(devices, pod.annotations.at("hami.io/Ascend310P-devices-allocated")) << name;
  }
  EXPECT_EQ(plugin.served.size(), 14U);
  EXPECT_EQ(world.used("n1", 0), MiB{21504});
  EXPECT_EQ(world.used("n1", 1), MiB{21504});
}

}  // namespace
}  // namespace npushare::sync_test
