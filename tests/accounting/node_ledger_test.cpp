#include "accounting/node_ledger.hpp"

#include <gtest/gtest.h>

#include "tests/support/accounting_builders.hpp"

namespace npushare {
namespace {

using enum ContainerKind;
using test::a_soft_chip;
using test::a_soft_node;
using test::amount;
using test::AnAllocation;
using test::fresh;

Amount used_on(const NodeLedger& node, const char* chip) {
  return node.find(ChipUuid{chip})->used();
}

TEST(NodeLedger, TakesAWholeAllocationOrNothing) {
  NodeLedger node = a_soft_node("n1", {"A", "B"});
  const Allocation too_much =
      AnAllocation("n1", "p").grant("A", amount(1000, 1)).grant("B", amount(30000, 1));

  const Result<> taken = node.take(too_much, ShareState::kReserved);

  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::kConflict);
  EXPECT_TRUE(node.is_idle());
}

TEST(NodeLedger, RefusesAChipItDoesNotList) {
  NodeLedger node = a_soft_node("n1", {"A"});

  const Result<> taken =
      node.take(AnAllocation("n1", "p").grant("X", amount(1, 1)), ShareState::kReserved);

  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::kNotFound);
}

TEST(NodeLedger, ShrinksOnceTheInitContainersAreDone) {
  // hami-C7: 20000 MiB while the init container may run, 10000 afterwards.
  NodeLedger node = a_soft_node("n1", {"A"});
  const Allocation pod = AnAllocation("n1", "p")
                             .container(kInit)
                             .grant("A", amount(20000, 10))
                             .container(kApp)
                             .grant("A", amount(10000, 5));

  node.observe(pod, InitPhase::kRunning);
  EXPECT_EQ(used_on(node, "A"), amount(20000, 10));

  node.observe(pod, InitPhase::kDone);
  EXPECT_EQ(used_on(node, "A"), amount(10000, 5));
}

struct WholeCase {
  const char* name;
  Hold init;
  Hold app;
};

class NodeLedgerWhole : public testing::TestWithParam<WholeCase> {};

TEST_P(NodeLedgerWhole, NeverChargesAPodMoreThanTheChip) {
  NodeLedger node = a_soft_node("n1", {"A"});
  const Allocation pod = AnAllocation("n1", "p")
                             .container(kInit)
                             .grant("A", amount(6144, 10), GetParam().init)
                             .container(kApp)
                             .grant("A", amount(6144, 10), GetParam().app);

  ASSERT_TRUE(node.take(pod, ShareState::kReserved));
  EXPECT_EQ(used_on(node, "A"), node.chips()[0].capacity());

  node.register_chips(fresh({a_soft_chip("A")}));
  node.observe(pod, InitPhase::kRunning);
  EXPECT_EQ(used_on(node, "A"), node.chips()[0].capacity());
}

INSTANTIATE_TEST_SUITE_P(Holds, NodeLedgerWhole,
                         testing::Values(WholeCase{"both_whole", Hold::kWhole, Hold::kWhole},
                                         WholeCase{"init_whole", Hold::kWhole, Hold::kPart},
                                         WholeCase{"app_whole", Hold::kPart, Hold::kWhole}),
                         [](const auto& test) { return test.param.name; });

TEST(NodeLedger, FollowsAPodWhoseGrantsMoved) {
  NodeLedger node = a_soft_node("n1", {"A", "B"});
  node.observe(AnAllocation("n1", "p").grant("A", amount(1000, 1)), InitPhase::kDone);

  node.observe(AnAllocation("n1", "p").grant("B", amount(1000, 1)), InitPhase::kDone);

  EXPECT_EQ(used_on(node, "A"), Amount{});
  EXPECT_EQ(used_on(node, "B"), amount(1000, 1));
}

// case-C105: the share of a chip that vanished is kept aside and returns with the chip.
TEST(NodeLedger, KeepsSharesOfAMissingChipAside) {
  NodeLedger node = a_soft_node("n1", {"A", "B"});
  node.observe(AnAllocation("n1", "p").grant("A", amount(8192, 0)), InitPhase::kDone);

  node.register_chips(fresh({a_soft_chip("B")}));
  ASSERT_EQ(node.orphans().size(), 1U);
  EXPECT_TRUE(node.holds(PodUid{"p"}));
  EXPECT_FALSE(node.is_idle());

  node.register_chips(fresh({a_soft_chip("A", 0), a_soft_chip("B", 1), a_soft_chip("E", 2)}));
  EXPECT_TRUE(node.orphans().empty());
  EXPECT_EQ(used_on(node, "A"), amount(8192, 0));
  EXPECT_EQ(used_on(node, "E"), Amount{});
}

// volcano-V-91: a share of an unknown chip is an orphan, not lost (Volcano ignores it with a
// warning).
TEST(NodeLedger, KeepsAShareOfAChipNobodyRegistered) {
  NodeLedger node = a_soft_node("n1", {"A"});

  node.observe(AnAllocation("n1", "p").grant("X", amount(1000, 1)), InitPhase::kDone);

  ASSERT_EQ(node.orphans().size(), 1U);
  EXPECT_EQ(node.orphans()[0].chip, ChipUuid{"X"});
  EXPECT_EQ(node.release(PodUid{"p"}), 1U);
  EXPECT_TRUE(node.is_idle());
}

TEST(NodeLedger, KeepsItsBooksWhenCapacityFallsBelowUse) {
  NodeLedger node = a_soft_node("n1", {"A"});
  node.observe(AnAllocation("n1", "p").grant("A", amount(20000, 10)), InitPhase::kDone);
  Chip smaller = a_soft_chip("A");
  smaller.capacity.memory = MiB{10000};

  node.register_chips(fresh({smaller}));

  EXPECT_EQ(node.find(ChipUuid{"A"})->free().memory, MiB{-10000});
}

TEST(NodeLedger, SettlesAllReservedSharesOfAPod) {
  NodeLedger node = a_soft_node("n1", {"A", "B"});
  ASSERT_TRUE(node.take(AnAllocation("n1", "p").grant("A", amount(1, 1)).grant("B", amount(1, 1)),
                        ShareState::kReserved));

  EXPECT_EQ(node.settle(PodUid{"p"}, ShareState::kAssumed), 2U);
  EXPECT_EQ(node.settle(PodUid{"q"}, ShareState::kAssumed), 0U);

  for (const DeviceLedger& chip : node.chips())
    EXPECT_EQ(chip.shares().begin()->second.state, ShareState::kAssumed);
}

}  // namespace
}  // namespace npushare
