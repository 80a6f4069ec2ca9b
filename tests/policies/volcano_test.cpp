// Volcano's deviceshare scores, spec/volcano-deviceshare.md 10.4.

#include "policies/volcano.hpp"

#include <gtest/gtest.h>

#include "tests/support/policies_builders.hpp"

namespace npushare {
namespace {

using test::a_chip;
using test::a_node;
using test::ANode;
using test::hard;
using test::pod;
using test::policy;
using test::soft;

constexpr VolcanoPolicy kBinpack = VolcanoPolicy::kBinpack;
constexpr VolcanoPolicy kSpread = VolcanoPolicy::kSpread;

struct ChipCase {
  const char* id;
  VolcanoPolicy policy;
  std::int64_t memory;
  std::optional<std::int64_t> used;
  double expected;
};

class VolcanoChip : public testing::TestWithParam<ChipCase> {};

TEST_P(VolcanoChip, ScoresWhatIsThereAlready) {
  const ChipCase& row = GetParam();
  Chip chip = a_chip(Mode::kSoft);
  chip.capacity.memory = MiB{row.memory};
  ANode node = a_node().chip(chip);
  if (row.used) node.share("A", soft(*row.used, 0));
  const NodeLedger& ledger = node;

  EXPECT_EQ(volcano_chip_score(row.policy, ledger.chips()[0]), row.expected);
}

INSTANTIATE_TEST_SUITE_P(Vectors, VolcanoChip,
                         testing::Values(ChipCase{"volcano-V-31", kSpread, 32768, {}, 100},
                                         ChipCase{"volcano-V-32", kSpread, 32768, 1024, 0},
                                         ChipCase{"volcano-V-33", kBinpack, 32768, 16384, 50},
                                         ChipCase{"volcano-V-34 (full)", kBinpack, 32768, 32768,
                                                  100},
                                         ChipCase{"volcano-V-34 (idle)", kBinpack, 32768, {}, 0},
                                         ChipCase{"volcano-V-35 (binpack)", kBinpack, 0, {}, 0},
                                         ChipCase{"volcano-V-35 (spread)", kSpread, 0, {}, 0}),
                         [](const auto& row) { return test::as_test_name(row.param.id); });

/// A plan that puts one container on each of these groups of chips.
Allocation on(const std::vector<std::vector<std::string>>& containers) {
  Allocation plan;
  for (std::uint16_t container = 0; container < containers.size(); ++container) {
    plan.containers.push_back({"c" + std::to_string(container), ContainerKind::kApp});
    for (const std::string& uuid : containers[container]) {
      Grant grant;
      grant.container = container;
      grant.chip = ChipUuid{uuid};
      plan.grants.push_back(grant);
    }
  }
  return plan;
}

struct NodeCase {
  const char* id;
  ANode node;
  VolcanoPolicy policy;
  Allocation plan;
  double expected;
};

class VolcanoNode : public testing::TestWithParam<NodeCase> {};

TEST_P(VolcanoNode, AddsUpTheFirstChipOfEachContainer) {
  const NodeCase& row = GetParam();

  EXPECT_DOUBLE_EQ(volcano_node_score(row.policy, row.node, row.plan), row.expected);
}

ANode u1_used() {
  return a_node().soft("U1").soft("U2").share("U1", soft(8192, 0));
}
ANode both_used() {
  return u1_used().share("U2", soft(4096, 0));
}
ANode h1() {
  return a_node().hard("U1").share("U1", test::part(Mode::kHard, test::amount(18432, 6)));
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, VolcanoNode,
    testing::Values(
        NodeCase{"volcano-V-36", u1_used(), kBinpack, on({{"U1"}}), 38.05453616388721},
        NodeCase{"volcano-V-37", u1_used(), kSpread, on({{"U2"}}), 100},
        NodeCase{"volcano-V-39", both_used(), kBinpack, on({{"U1"}, {"U2"}}), 57.08180424583081},
        NodeCase{"volcano-V-40", u1_used(), kBinpack, on({{"U1", "U2"}}), 38.05453616388721},
        NodeCase{"volcano-V-41", both_used(), kBinpack, on({{"U2"}}), 19.027268081943603},
        NodeCase{"volcano-V-43", h1(), kBinpack, on({{"U1"}}), 85.62270636874622}),
    [](const auto& row) { return test::as_test_name(row.param.id); });

// The chips of V-36, V-37, V-41 and V-43 are those that our plan takes under the same policy.
TEST(VolcanoPolicy, ChoosesTheChipsOfTheVectors) {
  EXPECT_EQ(test::placed(u1_used(), pod(soft(8192, 0)), "volcano-binpack"), "U1");
  EXPECT_EQ(test::placed(u1_used(), pod(soft(8192, 0)), "volcano-spread"), "U2");
  EXPECT_EQ(test::placed(both_used(), pod(soft(14000, 0)), "volcano-binpack"), "U2");
  EXPECT_EQ(test::placed(h1(), pod(hard(3072)), "volcano-binpack"), "U1");
}

TEST(VolcanoPolicy, DividesByTheContainersToStayWithinTheScale) {
  const ANode full =
      a_node().soft("U1").soft("U2").share("U1", soft(21527, 0)).share("U2", soft(21527, 0));

  EXPECT_DOUBLE_EQ(volcano_node_score(kBinpack, full, on({{"U1"}, {"U2"}})), 200);
  EXPECT_EQ(policy("volcano-binpack").rate_node(full, on({{"U1"}, {"U2"}})), Score{Score::kMax});
  EXPECT_EQ(policy("volcano-spread").rate_node(full, on({{"U1"}})), Score{});
  EXPECT_EQ(policy("volcano-binpack").rate_node(full, Allocation{}), Score{});
}

}  // namespace
}  // namespace npushare
