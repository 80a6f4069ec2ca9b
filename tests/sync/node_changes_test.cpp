// Nodes that change under their pods: what was granted stays on the books, and nothing new goes
// where it no longer fits. design.md 4 and 5.
#include <gtest/gtest.h>

#include "scheduler/backends/keys.hpp"
#include "tests/support/sync_world.hpp"

namespace npushare::sync_test {
namespace {

using Kinds = std::vector<std::string>;

// A chip of another size than the table has: plugin and scheduler read different files.
constexpr const char* kOtherTable = "malformed-registration";
constexpr const char* kRegister = "hami.io/node-register-Ascend310P";

/// The registration with one text in place of another, everywhere.
wire::Node replaced(wire::Node node, const std::string& from, const std::string& to) {
  std::string& text = node.annotations[kRegister];
  EXPECT_NE(text.find(from), std::string::npos) << text;
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return node;
}

class NodeChanges : public testing::Test {
 protected:
  NodeChanges() {
    world.list(std::vector{n1});
    tenant = world.granted(a_hard_pod("tenant", "12288"), "n1");
    world.pods.changed(tenant);
  }
  LedgerBook::Snapshot ledger(const std::string& name = "n1") {
    return world.book.snapshot(NodeName{name});
  }
  const wire::Pod small = a_hard_pod("small", "3072");

  SyncWorld world;
  const wire::Node n1 = a_wire_node("n1", Mode::kHard, {"A"});
  wire::Pod tenant;
};

TEST_F(NodeChanges, AChipThatShrinksBelowItsUseIsOverdrawnAndTakesNothing) {
  world.nodes.changed(replaced(n1, "21527", "6144"));

  EXPECT_EQ(world.chip("n1").free().memory, MiB{6144 - 12288});
  EXPECT_FALSE(world.fits(small, "n1"));
  EXPECT_EQ(world.drift_kinds(), (Kinds{kOtherTable, "overcommitted-chip"}));

  world.pods.removed(tenant);
  EXPECT_EQ(world.drift_kinds(), Kinds{kOtherTable});
  EXPECT_TRUE(world.fits(small, "n1"));
  EXPECT_FALSE(world.fits(a_hard_pod("big", "12288"), "n1"));
}

TEST_F(NodeChanges, AChipThatGrowsOffersTheRest) {
  world.nodes.changed(replaced(n1, "21527", "6144"));

  world.nodes.changed(n1);

  EXPECT_EQ(world.chip("n1").free().memory, MiB{21527 - 12288});
  EXPECT_TRUE(world.fits(small, "n1"));
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

TEST_F(NodeChanges, AChipThatIsGoneKeepsItsSharesAsideAndGetsThemBack) {
  world.nodes.changed(a_wire_node("n1", Mode::kHard, {"B"}));
  EXPECT_EQ(world.used("n1"), MiB{0});
  EXPECT_EQ(ledger()->orphans().size(), 1U);
  EXPECT_EQ(world.drift_kinds(), Kinds{"unknown-chip"});

  world.nodes.changed(n1);
  EXPECT_EQ(world.used("n1"), MiB{12288});
  EXPECT_TRUE(ledger()->orphans().empty());
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

TEST_F(NodeChanges, APodThatLeavesWhileItsChipIsGoneIsReleased) {
  world.nodes.changed(a_wire_node("n1", Mode::kHard, {"B"}));

  world.pods.removed(tenant);
  world.nodes.changed(n1);

  EXPECT_EQ(world.used("n1"), MiB{0});
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

TEST_F(NodeChanges, AnUnhealthyChipKeepsItsSharesAndTakesNoneUntilItIsWell) {
  world.nodes.changed(replaced(n1, "\"health\":true", "\"health\":false"));
  EXPECT_EQ(world.used("n1"), MiB{12288});
  EXPECT_FALSE(world.fits(small, "n1"));

  world.nodes.changed(n1);
  EXPECT_TRUE(world.fits(small, "n1"));
}

// The unit of cores changes with the mode, so the two never mix on a chip.
TEST_F(NodeChanges, ANodeThatIsSharedTheOtherWayDrainsFirst) {
  const wire::Node soft = a_wire_node("n1", Mode::kSoft, {"A"});
  const wire::Pod asks_soft = a_soft_pod("soft", "1000", "5");

  world.nodes.changed(soft);
  EXPECT_EQ(world.used("n1"), MiB{12288});
  EXPECT_FALSE(world.fits(asks_soft, "n1"));
  EXPECT_FALSE(world.fits(small, "n1"));

  world.pods.removed(tenant);
  EXPECT_TRUE(world.fits(asks_soft, "n1"));
  EXPECT_FALSE(world.fits(small, "n1"));
}

TEST_F(NodeChanges, ADeletedNodesSharesWaitForItsReturn) {
  world.nodes.removed(n1);
  EXPECT_TRUE(ledger()->chips().empty());
  EXPECT_FALSE(world.fits(small, "n1"));
  EXPECT_FALSE(world.nodes.lock_of(NodeName{"n1"}).has_value());

  world.nodes.changed(n1);
  EXPECT_EQ(world.used("n1"), MiB{12288});
  EXPECT_TRUE(world.fits(small, "n1"));
  EXPECT_EQ(world.drift_kinds(), Kinds{});
}

TEST_F(NodeChanges, ADeletedNodeIsForgottenWithItsLastPod) {
  world.nodes.removed(n1);

  world.pods.removed(tenant);

  EXPECT_EQ(ledger(), nullptr);
}

// case-C67: ledgers are of a node and a chip. A card that was put into another node is empty there;
// what its pods held stays with the node they are bound to, until they are gone.
TEST_F(NodeChanges, AChipThatMovedToAnotherNodeIsEmptyThere) {
  world.nodes.changed(a_wire_node("n1", Mode::kHard, {"B"}));
  world.nodes.changed(a_wire_node("n2", Mode::kHard, {"A"}));

  EXPECT_EQ(world.used("n2"), MiB{0});
  EXPECT_TRUE(world.fits(a_hard_pod("big", "12288"), "n2"));
  EXPECT_EQ(world.drift_kinds(), Kinds{"unknown-chip"});

  world.pods.removed(tenant);
  EXPECT_EQ(world.drift_kinds(), Kinds{});
  EXPECT_EQ(world.used("n2"), MiB{0});
}

// A list that breaks off says nothing, and the next one tells the book all the same.
TEST_F(NodeChanges, AListThatBreaksOffIsToldWithTheNextOne) {
  const wire::Node shrunk = replaced(n1, "21527", "14000");
  world.nodes.list_started();
  world.nodes.item(shrunk);
  EXPECT_EQ(world.chip("n1").capacity().memory, MiB{21527});

  world.list(std::vector{shrunk});

  EXPECT_EQ(world.chip("n1").capacity().memory, MiB{14000});
}

TEST_F(NodeChanges, HousekeepingInTheMidstOfAListLeavesTheBookAlone) {
  const wire::Node n2 = a_wire_node("n2", Mode::kHard, {"C"});
  world.nodes.list_started();
  world.nodes.item(n1);
  world.nodes.item(n2);

  world.nodes.tick();

  EXPECT_EQ(ledger("n2"), nullptr);
  world.nodes.list_done();
  EXPECT_TRUE(world.fits(small, "n2"));
}

}  // namespace
}  // namespace npushare::sync_test
