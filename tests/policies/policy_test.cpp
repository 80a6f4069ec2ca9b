// binpack and spread by number, and the table of names.

#include "policies/policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policies/fullness.hpp"
#include "tests/support/policies_builders.hpp"

namespace npushare {
namespace {

using test::a_chip;
using test::a_node;
using test::amount;
using test::ANode;
using test::hard;
using test::pod;
using test::policy;
using test::soft;

/// Points with nine decimals, from whole billionths.
Score points(std::int64_t whole, std::int64_t billionths = 0) {
  return Score{whole * Score::kPoint + billionths};
}

struct FullnessCase {
  const char* name;
  Amount capacity;
  Amount taken;
  std::optional<Score> expected;
};

class Fullness : public testing::TestWithParam<FullnessCase> {};

TEST_P(Fullness, IsTheMeanOfMemoryAndCores) {
  EXPECT_EQ(chip_fullness(GetParam().capacity, GetParam().taken), GetParam().expected);
}

constexpr std::int64_t kHuge = std::int64_t{1} << 43;  // MiB in 2^63 bytes

INSTANTIATE_TEST_SUITE_P(
    Numbers, Fullness,
    testing::Values(
        FullnessCase{"idle", amount(1000, 100), amount(0, 0), points(0)},
        FullnessCase{"half_the_memory", amount(1000, 100), amount(500, 0), points(25)},
        FullnessCase{"half_of_both", amount(1000, 100), amount(500, 50), points(50)},
        FullnessCase{"full", amount(1000, 100), amount(1000, 100), points(100)},
        FullnessCase{"overcommitted", amount(1000, 100), amount(9000, 100), points(100)},
        FullnessCase{"rounded_down", amount(3, 100), amount(1, 0), points(16, 666'666'650)},
        FullnessCase{"other_units_weigh_alike", amount(1000, 8), amount(0, 4), points(25)},
        FullnessCase{"the_largest_amounts", amount(kHuge, 100), amount(kHuge / 2, 0), points(25)},
        FullnessCase{"no_memory", amount(0, 100), amount(0, 0), std::nullopt},
        FullnessCase{"no_cores", amount(1000, 0), amount(0, 0), std::nullopt}),
    [](const auto& row) { return row.param.name; });

TEST(Policy, RatesAChipWithTheRequestPlaced) {
  const ANode node = a_node().soft("A").share("A", soft(10764, 25));
  const DeviceLedger& chip = node.operator const NodeLedger&().chips()[0];

  // Memory (10764 + 10763) / 21527 = 1, cores (25 + 25) / 100 = 1/2.
  EXPECT_EQ(policy("binpack").rate_chip(chip, amount(10763, 25)), points(75));
  EXPECT_EQ(policy("spread").rate_chip(chip, amount(10763, 25)), points(25));
}

TEST(Policy, RatesAChipWithoutCapacityZero) {
  Chip none = a_chip(Mode::kSoft);
  none.capacity = {};
  const DeviceLedger chip{none};

  EXPECT_EQ(policy("binpack").rate_chip(chip, amount(1, 1)), Score{});
  EXPECT_EQ(policy("spread").rate_chip(chip, amount(1, 1)), Score{});
  EXPECT_EQ(policy("hami-binpack").rate_chip(chip, amount(1, 1)), Score{});
  EXPECT_EQ(policy("volcano-binpack").rate_chip(chip, amount(1, 1)), Score{});
}

/// The node's rating for the plan that this policy makes.
Score rated(const NodeLedger& node, const Request& request, std::string_view name) {
  const Plan plan = plan_on(node, request, policy(name));
  EXPECT_TRUE(plan.fits());
  return policy(name).rate_node(node, *plan.allocation);
}

// case-C47: not 0, and linear when the border scales it.
TEST(Policy, PrefersTheNodeWhoseChipIsHalfUsedUnderBinpack) {
  const ANode n1 = a_node("n1").hard("A").hard("B").share("A", hard(12288));
  const ANode n2 = a_node("n2").hard("C").hard("D");

  EXPECT_GT(rated(n1, pod(hard(3072)), "binpack"), rated(n2, pod(hard(3072)), "binpack"));
  EXPECT_GT(rated(n2, pod(hard(3072)), "binpack"), Score{});
  EXPECT_LT(rated(n1, pod(hard(3072)), "spread"), rated(n2, pod(hard(3072)), "spread"));
}

TEST(Policy, ComparesNodesByTheChipsTheyOfferAndThenByTheRest) {
  const ANode one_full_chip = a_node().soft("A").share("A", soft(9000, 40));
  const ANode with_an_idle_one = a_node().soft("A").soft("B").share("A", soft(9000, 40));
  const ANode less_full = a_node().soft("A").share("A", soft(8999, 40));
  const Request request = pod(soft(1000, 10));

  EXPECT_GT(rated(one_full_chip, request, "binpack"), rated(with_an_idle_one, request, "binpack"));
  EXPECT_GT(rated(one_full_chip, request, "binpack"), rated(less_full, request, "binpack"));
}

TEST(Policy, LeavesUnhealthyChipsOutOfTheNode) {
  Chip sick = a_chip(Mode::kSoft, "B");
  sick.healthy = false;
  const ANode with_sick = a_node().soft("A").chip(sick);

  EXPECT_EQ(rated(with_sick, pod(soft(1000, 10)), "spread"),
            rated(a_node().soft("A"), pod(soft(1000, 10)), "spread"));
}

TEST(Policy, CountsInitContainersByThePeak) {
  const ANode node = a_node().soft("A");
  const Request with_init = test::APod().init(soft(5000, 50)).app(soft(5000, 50));

  EXPECT_EQ(rated(node, with_init, "binpack"), rated(node, pod(soft(5000, 50)), "binpack"));
}

TEST(Policy, BreaksTiesByTheLowestIndex) {
  EXPECT_EQ(test::placed(a_node().hard("A").hard("B"), pod(hard(3072)), "binpack"), "A");
  EXPECT_EQ(test::placed(a_node().hard("A").hard("B"), pod(hard(3072)), "spread"), "A");
}

// case-C45, volcano-V-38: HAMi reads an unknown name as spread, Volcano as a score of 0; ours has
// none.
TEST(Registry, KnowsNoOtherName) {
  EXPECT_EQ(find_policy("pack"), nullptr);
  EXPECT_EQ(find_policy("Binpack "), nullptr);
  EXPECT_EQ(find_policy("Binpack"), nullptr);
  EXPECT_EQ(find_policy(""), nullptr);
}

TEST(Registry, ListsTheNamesItKnowsInOrder) {
  EXPECT_THAT(policy_names(), testing::ElementsAre("binpack", "hami-binpack", "hami-spread",
                                                   "spread", "volcano-binpack", "volcano-spread"));
  for (const std::string_view name : policy_names()) EXPECT_NE(find_policy(name), nullptr) << name;
}

}  // namespace
}  // namespace npushare
