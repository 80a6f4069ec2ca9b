// The public cases that fit, plan and chip policies decide. Nodes and notation are those of the
// cases.

#include <gtest/gtest.h>

#include "policies/planner.hpp"
#include "tests/support/policies_builders.hpp"

namespace npushare {
namespace {

using test::a_chip;
using test::a_node;
using test::alone;
using test::amount;
using test::ANode;
using test::APod;
using test::hard;
using test::placed;
using test::pod;
using test::soft;

/// Places pods of this size one after another and counts those that fit.
int how_many(NodeLedger node, const Ask& ask, int tries, std::string_view policy = "binpack") {
  int fitting = 0;
  for (int i = 0; i < tries; ++i) {
    const Plan plan = plan_on(node, pod(ask, "p" + std::to_string(i)), test::policy(policy));
    if (!plan.fits()) continue;
    EXPECT_TRUE(node.take(*plan.allocation, ShareState::kAssumed));
    ++fitting;
  }
  return fitting;
}

// case-C12
TEST(Cases, TheThirdOfThreePodsDoesNotFitOneChip) {
  EXPECT_EQ(how_many(a_node().soft("A"), soft(9000, 10), 3), 2);

  std::vector<ChipFinding> findings;
  const ANode two = a_node().soft("A").share("A", soft(9000, 10)).share("A", soft(9000, 10));
  plan_on(two, pod(soft(9000, 10)), test::policy("binpack"), &findings);
  EXPECT_EQ(findings.at(0).free.memory, MiB{3527});
  EXPECT_EQ(findings.at(0).asked.memory, MiB{9000});
}

// case-C14
TEST(Cases, AnOvercommittedChipHasNothingFreeRatherThanNearlyEverything) {
  const ANode node = a_node().hard("A").share("A", test::part(Mode::kHard, amount(30000, 0)));

  EXPECT_EQ(placed(node, pod(hard(3072))), "!memory-short");
}

// case-C16
TEST(Cases, WholeMiBAreCountedWithoutFractions) {
  Chip chip = a_chip(Mode::kSoft);
  chip.capacity.slots = Slots{20};

  EXPECT_EQ(how_many(a_node().chip(chip), soft(2000, 1), 11), 10);
}

// case-C21
TEST(Cases, AllCoresAreForAnIdleChipAndLeaveNoneToOthers) {
  EXPECT_EQ(placed(a_node().soft("A"), pod(soft(1000, 100))), "A");
  EXPECT_EQ(placed(a_node().soft("A").share("A", soft(1000, 100)), pod(soft(100, 0))),
            "!cores-short");
  EXPECT_EQ(placed(a_node().soft("A").share("A", soft(500, 5)), pod(soft(1000, 100))),
            "!exclusive");
}

// case-C23
TEST(Cases, OversoldCoresLeaveNoneFree) {
  const ANode node = a_node().soft("A").share("A", test::part(Mode::kSoft, amount(500, 110)));

  EXPECT_EQ(placed(node, pod(soft(500, 10))), "!cores-short");
  EXPECT_EQ(placed(node, pod(soft(500, 0))), "!cores-short");
}

// case-C37. The documented default is binpack.
TEST(Cases, ThePolicyChoosesTheChipWithinTheNode) {
  const ANode n1 = a_node().hard("A").hard("B").share("A", hard(6144));

  EXPECT_EQ(placed(n1, pod(hard(3072)), "binpack"), "A");
  EXPECT_EQ(placed(n1, pod(hard(3072)), "spread"), "B");
}

// case-C39
TEST(Cases, SpreadTakesTheEmptiestChipWhereverItIs) {
  ANode node = a_node();
  for (const char* uuid : {"A", "B", "C", "D"}) node.soft(uuid);
  node.share("A", soft(19374, 90)).share("B", soft(15068, 70));
  node.share("C", soft(6458, 30)).share("D", soft(2152, 10));
  Ask two = soft(1000, 5);
  two.chips = 2;

  EXPECT_EQ(placed(node, pod(soft(1000, 5)), "spread"), "D");
  EXPECT_EQ(placed(node, pod(two), "spread"), "C,D");
}

struct Fill {
  int partly = 0;  // in use, with room for another
  std::size_t least = 100;
  std::size_t most = 0;
};

/// Twelve pods of vir01 on four chips.
Fill fill_of_twelve(std::string_view policy) {
  NodeLedger node = a_node().hard("A").hard("B").hard("C").hard("D");
  for (int i = 0; i < 12; ++i) {
    const Plan plan = plan_on(node, pod(hard(3072), "p" + std::to_string(i)), test::policy(policy));
    EXPECT_TRUE(plan.fits() && node.take(*plan.allocation, ShareState::kAssumed));
  }
  Fill fill;
  for (const DeviceLedger& chip : node.chips()) {
    const std::size_t shares = chip.shares().size();
    if (shares > 0 && shares < 7) ++fill.partly;
    fill.least = std::min(fill.least, shares);
    fill.most = std::max(fill.most, shares);
  }
  return fill;
}

// case-C41
TEST(Cases, BinpackFillsChipAfterChipAndSpreadGoesRound) {
  for (const char* policy : {"binpack", "hami-binpack", "volcano-binpack"})
    EXPECT_LE(fill_of_twelve(policy).partly, 1) << policy;
  for (const char* policy : {"spread", "hami-spread"})
    EXPECT_LE(fill_of_twelve(policy).most - fill_of_twelve(policy).least, 1U) << policy;
}

/// A hard-split chip with one component of its capacity gone.
Chip a_chip_without(const std::string& uuid, const Amount& missing) {
  Chip chip = a_chip(Mode::kHard, uuid);
  chip.capacity -= missing;
  return chip;
}

// case-C43
TEST(Cases, AChipWithoutCapacityIsNeverChosenAndNeverDividesByZero) {
  const ANode node = a_node()
                         .chip(a_chip_without("A", amount(21527, 0, 0)))
                         .chip(a_chip_without("B", amount(0, 8, 0)))
                         .chip(a_chip_without("C", amount(0, 0, 7)))
                         .hard("D");

  for (const std::string_view policy : policy_names()) {
    EXPECT_EQ(placed(node, pod(hard(3072)), policy), "D") << policy;
    EXPECT_EQ(placed(node, pod(test::whole()), policy), "D") << policy;
  }
}

// case-C49: the exclusive pod's policy is read at the border and arrives here as its hold.
TEST(Cases, AChipHeldForOneAloneTakesNoLaterPodEither) {
  ANode n1 = a_node().soft("A").soft("B").share("A", soft(500, 5));
  const Ask mutex = alone(soft(1000, 10));

  EXPECT_EQ(placed(n1, pod(mutex)), "B");
  n1.share("B", mutex);
  EXPECT_EQ(placed(n1, pod(mutex)), "!exclusive");
  EXPECT_EQ(placed(n1, pod(soft(500, 5)), "spread"), "A");
}

// case-X16
TEST(Cases, BinpackDoesNotJoinAnExclusivePod) {
  const ANode n0 = a_node().soft("A").share("A", alone(soft(1000, 10)));

  EXPECT_EQ(placed(n0, pod(soft(500, 5)), "binpack"), "!exclusive");
}

// case-C67
TEST(Cases, EqualUuidsOnTwoNodesAreTwoChips) {
  const ANode n1 = a_node("n1").hard("Ascend310P-0").share("Ascend310P-0", test::whole());
  const ANode n2 = a_node("n2").hard("Ascend310P-0");

  EXPECT_EQ(placed(n1, pod(hard(3072))), "!exclusive");
  EXPECT_EQ(placed(n2, pod(hard(3072))), "Ascend310P-0");
}

// case-C92
TEST(Cases, InitAndAppContainersAreNotAdded) {
  NodeLedger n0 = a_node().soft("A");
  const Plan plan =
      plan_on(n0, APod().init(soft(12288, 40)).app(soft(12288, 40)), test::policy("binpack"));

  ASSERT_EQ(test::text(plan), "A;A");
  ASSERT_TRUE(n0.take(*plan.allocation, ShareState::kAssumed));
  EXPECT_EQ(n0.chips()[0].used(), amount(12288, 40, 1));
}

// case-C97
TEST(Cases, AnUnhealthyChipIsPassedOverAndKeepsItsShares) {
  Chip sick = a_chip(Mode::kSoft, "A");
  sick.healthy = false;
  ANode n1 = a_node().chip(sick).soft("B").share("A", soft(10000, 50));

  EXPECT_EQ(placed(n1, pod(soft(1000, 5)), "binpack"), "B");

  n1.share("B", soft(21000, 50));
  std::vector<ChipFinding> findings;
  plan_on(n1, pod(soft(1000, 5)), test::policy("binpack"), &findings);
  EXPECT_EQ(findings.at(0).reason, Reason::kUnhealthy);
  EXPECT_EQ(findings.at(1).reason, Reason::kMemoryShort);
  EXPECT_EQ(findings.at(0).free.memory, MiB{11527});
}

// case-C127
TEST(Cases, TemplatesAndSoftSharesNeverMeetOnOneChip) {
  const Ask old_template = test::part(Mode::kHard, amount(6144, 2));
  const Ask old_soft = test::part(Mode::kSoft, amount(3000, 20));

  EXPECT_EQ(placed(a_node().hard("A").share("A", hard(6144)), pod(soft(3000, 20))),
            "!mode-mismatch");
  EXPECT_EQ(placed(a_node().soft("A").share("A", soft(3000, 20)), pod(hard(6144))),
            "!mode-mismatch");
  EXPECT_EQ(placed(a_node().soft("A").share("A", old_template), pod(soft(3000, 20))),
            "!mode-mismatch");
  EXPECT_EQ(placed(a_node().hard("A").share("A", old_soft), pod(hard(6144))), "!mode-mismatch");
}

// case-C165
TEST(Cases, FourChipsAreNotFourOfTheFourteenSlots) {
  EXPECT_EQ(placed(a_node().soft("A").soft("B"), pod(soft(1000, 5, 4))), "!too-few-chips");
}

// case-X14
TEST(Cases, TwoSlicesOfOnePodNeverShareAChip) {
  const APod two = APod().app(hard(3072)).app(hard(6144));

  EXPECT_EQ(placed(a_node().hard("A"), two), "!shared-chip");
  EXPECT_EQ(placed(a_node().hard("A").hard("B"), two), "A;B");
}

}  // namespace
}  // namespace npushare
