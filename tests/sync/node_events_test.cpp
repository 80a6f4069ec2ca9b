#include "scheduler/sync/node_events.hpp"

#include <gtest/gtest.h>

#include "scheduler/backends/keys.hpp"
#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using std::chrono::seconds;

wire::Node with_handshake(wire::Node node, const std::string& value) {
  node.annotations["hami.io/node-handshake-Ascend310P"] = value;
  return node;
}

class NodeEvents : public testing::Test {
 protected:
  Registration registration(const std::string& name = "n1") {
    return world.book.snapshot(NodeName{name})->registration();
  }
  SyncWorld world;
  const wire::Node n1 = a_wire_node("n1", Mode::kHard, {"A", "B"});
};

TEST_F(NodeEvents, ANodeWithoutAHandshakeIsAsFreshAsItsRegistration) {
  world.list(std::vector{n1});
  world.clock.advance(seconds{1000});
  world.nodes.tick();

  EXPECT_EQ(registration(), Registration::kFresh);
}

TEST_F(NodeEvents, ASilentPluginMakesItsNodeStaleAndANewReportFreshAgain) {
  world.list(std::vector{with_handshake(n1, "Reported_2026.08.14 07:47:41")});
  world.clock.advance(seconds{119});
  world.nodes.tick();
  EXPECT_EQ(registration(), Registration::kFresh);

  world.clock.advance(seconds{1});
  world.nodes.tick();
  EXPECT_EQ(registration(), Registration::kStale);

  world.nodes.changed(with_handshake(n1, "Reported_2026.08.14 07:49:41"));
  EXPECT_EQ(registration(), Registration::kFresh);
}

TEST_F(NodeEvents, ShowWhatIsKnownOfANodesPluginAndLock) {
  wire::Node locked = with_handshake(n1, "Reported_2026.08.14 07:47:41");
  locked.annotations[std::string(backends::kNodeLockKey)] = "2026-08-14T07:47:40Z,ai,p";
  world.clock.advance(seconds{5});
  world.list(std::vector{locked, a_wire_node("n2", Mode::kHard, {"C"})});

  const sync::Sightings seen = world.nodes.sightings();

  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen.at(NodeName{"n1"}).lock, "2026-08-14T07:47:40Z,ai,p");
  EXPECT_EQ(seen.at(NodeName{"n1"}).reported, world.clock.now());
  EXPECT_EQ(seen.at(NodeName{"n2"}).lock, "");
  EXPECT_FALSE(seen.at(NodeName{"n2"}).reported);
}

// The same value again, with another change of the node, is no sign of life.
TEST_F(NodeEvents, AnOldReportSeenAgainDoesNotCount) {
  wire::Node node = with_handshake(n1, "Reported_2026.08.14 07:47:41");
  world.list(std::vector{node});
  world.clock.advance(seconds{100});
  node.resource_version = "2";
  world.nodes.changed(node);
  world.clock.advance(seconds{20});
  world.nodes.tick();

  EXPECT_EQ(registration(), Registration::kStale);
}

// case-C101: no time is parsed, so no zone can be wrong; odd values neither count as life nor
// crash.
TEST_F(NodeEvents, RequestingStampsOfAnyZoneAreNoSignOfLife) {
  world.list(std::vector{with_handshake(n1, "Reported_2026.08.20 10:00:00")});
  world.clock.advance(seconds{60});
  for (const char* value : {"Requesting_2026-08-20 18:00:00", "Requesting_2099-01-01 00:00:00",
                            "Requesting_", "Requesting", "Deleted_", ""}) {
    world.nodes.changed(with_handshake(n1, value));
    EXPECT_EQ(registration(), Registration::kFresh) << value;
  }
  world.clock.advance(seconds{60});
  world.nodes.tick();

  EXPECT_EQ(registration(), Registration::kStale);
}

// case-C09: no new placement while the registration is away; the shares stay and the book is as
// before.
TEST_F(NodeEvents, ARegistrationThatGoesAndComesKeepsTheShares) {
  world.list(std::vector{n1});
  world.pods.changed(world.granted(a_hard_pod("a", "6144"), "n1"));
  const NodeLedger before = *world.book.snapshot(NodeName{"n1"});
  wire::Node bare = n1;
  bare.annotations.clear();

  world.nodes.changed(bare);
  EXPECT_FALSE(world.fits(a_hard_pod("q", "3072"), "n1"));
  EXPECT_EQ(world.book.snapshot(NodeName{"n1"})->orphans().size(), 1U);

  world.nodes.changed(n1);
  EXPECT_EQ(world.used("n1"), before.chips().front().used().memory);
  EXPECT_EQ(world.chip("n1").shares().size(), 1U);
  EXPECT_TRUE(world.drift.list().empty());
}

// case-C105: [A,B] -> [B] -> [A,B,E], with a share on A all the time.
TEST_F(NodeEvents, OffersFollowTheListOfChips) {
  world.list(std::vector{n1});
  world.pods.changed(world.granted(a_hard_pod("a", "6144"), "n1"));

  world.nodes.changed(a_wire_node("n1", Mode::kHard, {"B"}));
  EXPECT_EQ(world.book.snapshot(NodeName{"n1"})->chips().size(), 1U);
  EXPECT_FALSE(world.fits(a_hard_pod("q", "", 0, "2"), "n1"));

  world.nodes.changed(a_wire_node("n1", Mode::kHard, {"A", "B", "E"}));
  EXPECT_EQ(world.used("n1", 0), MiB{6144});
  EXPECT_TRUE(world.fits(a_hard_pod("q", "", 0, "2"), "n1"));
}

// case-C107: the soft mark goes; no new soft shares, the old one drains.
TEST_F(NodeEvents, ANodeThatStopsSharingDrains) {
  const wire::Node soft = a_wire_node("n1", Mode::kSoft, {"A"});
  world.list(std::vector{soft});
  const wire::Pod old = world.granted(a_soft_pod("old", "1000", "5"), "n1");
  world.pods.changed(old);
  wire::Node hard = soft;
  hard.annotations.erase(std::string(backends::kSoftNodeKey));

  world.nodes.changed(hard);

  EXPECT_FALSE(world.fits(a_soft_pod("q", "1000", "5"), "n1"));
  EXPECT_EQ(world.used("n1"), MiB{1000});
  world.pods.removed(old);
  EXPECT_EQ(world.used("n1"), MiB{0});
}

// case-C108: a node that was away and is back takes pods again by itself.
TEST_F(NodeEvents, ANodeThatReturnsTakesPodsAgain) {
  world.list(std::vector{n1});

  world.nodes.removed(n1);
  EXPECT_EQ(world.book.snapshot(NodeName{"n1"}), nullptr);
  world.nodes.changed(n1);

  EXPECT_TRUE(world.fits(a_hard_pod("p", "3072"), "n1"));
}

TEST_F(NodeEvents, ARelistForgetsTheNodesThatVanished) {
  world.list(std::vector{n1, a_wire_node("n2", Mode::kHard, {"C"})});

  world.list(std::vector{n1});

  EXPECT_EQ(world.book.snapshot(NodeName{"n2"}), nullptr);
  EXPECT_FALSE(world.nodes.lock_of(NodeName{"n2"}).has_value());
}

// case-C148: two models in one cluster, their nodes in both orders.
TEST_F(NodeEvents, NodesOfTwoModelsAreBothOffered) {
  wire::Node other;
  other.name = NodeName{"n3"};
  other.annotations["hami.io/node-register-Ascend910B4"] =
      R"([{"id":"X","count":7,"devmem":32768,"devcore":20,"type":"Ascend910B4","health":true}])";
  other.allocatable["huawei.com/Ascend910B4"] = "7";
  wire::Pod big = a_hard_pod("big", "");
  big.containers.front().limits = backends_test::asks("1", "8192", "", "huawei.com/Ascend910B4");

  for (const auto& order : {std::vector{n1, other}, std::vector{other, n1}}) {
    SyncWorld fresh;
    fresh.list(order);
    EXPECT_TRUE(fresh.fits(a_hard_pod("p", "3072"), "n1"));
    EXPECT_TRUE(fresh.fits(big, "n3"));
  }
}

TEST_F(NodeEvents, TheLockIsShownWithItsVersion) {
  wire::Node locked = n1;
  locked.annotations[std::string(backends::kNodeLockKey)] = "2026-08-14T07:47:40Z,ai,p";
  locked.resource_version = "7";
  world.list(std::vector{locked});

  const auto lock = world.nodes.lock_of(NodeName{"n1"});

  ASSERT_TRUE(lock.has_value());
  EXPECT_EQ(lock->value, "2026-08-14T07:47:40Z,ai,p");
  EXPECT_EQ(lock->resource_version, "7");
}

TEST_F(NodeEvents, ABadRegistrationIsDriftUntilItIsMended) {
  wire::Node bad = n1;
  bad.annotations["hami.io/node-register-Ascend310P"] = "not json";
  world.list(std::vector{bad});
  EXPECT_EQ(world.drift_kinds(), std::vector<std::string>{"malformed-registration"});

  world.nodes.changed(n1);
  EXPECT_TRUE(world.drift.list().empty());
}

}  // namespace
}  // namespace npushare::sync_test
