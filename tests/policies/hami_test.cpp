// HAMi's scores to 1 ulp, and the choices that follow from them.

#include "policies/hami.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/policies_builders.hpp"

namespace npushare {
namespace {

using test::a_node;
using test::amount;
using test::ANode;
using test::hard;
using test::pod;
using test::policy;
using test::soft;
using test::whole;

/// Go on arm64 may fuse a multiplication with an addition, so 1 ulp either way is the same score.
void expect_within_one_ulp(float actual, float expected) {
  EXPECT_LE(std::nextafter(expected, -1e9F), actual);
  EXPECT_GE(std::nextafter(expected, 1e9F), actual);
}

// Amounts here are (memory, cores, slots).
struct ScoreCase {
  const char* id;
  Amount total;
  Amount used;
  Amount asked;
  float expected;
};

class HamiScore : public testing::TestWithParam<ScoreCase> {};

TEST_P(HamiScore, IsHamisNumber) {
  const ScoreCase& row = GetParam();

  expect_within_one_ulp(hami_chip_score(row.total, row.used, row.asked), row.expected);
}

constexpr Amount kFresh310P = amount(21527, 8, 7);

INSTANTIATE_TEST_SUITE_P(
    Chips, HamiScore,
    testing::Values(
        ScoreCase{"hami-S1", kFresh310P, {}, amount(3072, 0), 2.8556168F},
        ScoreCase{"hami-S2", kFresh310P, amount(3072, 0), amount(3072, 0), 5.7112336F},
        ScoreCase{"hami-S3", kFresh310P, amount(3072, 0), amount(6144, 0), 7.1382785F},
        ScoreCase{"hami-S4", kFresh310P, {}, amount(21527, 0), 11.4285717F},
        ScoreCase{"hami-S5", amount(8192, 4, 10), amount(2048, 1, 2), amount(1024, 1), 11.75F},
        ScoreCase{"hami-S6 (slots)", amount(21527, 8, 0), {}, amount(3072, 0), 0},
        ScoreCase{"hami-S6 (cores)", amount(21527, 0, 7), {}, amount(3072, 0), 0},
        ScoreCase{"hami-S6 (memory)", amount(0, 8, 7), {}, amount(3072, 0), 0},
        ScoreCase{"hami-S7 (A)", amount(100, 100, 10), amount(10, 90, 1), amount(40, 0), 16},
        ScoreCase{"hami-S7 (B)", amount(100, 100, 10), amount(20, 10, 7), amount(40, 0), 15},
        ScoreCase{"hami-S9", amount(21527, 100, 7), amount(8192, 60, 2), amount(4096, 20),
                  17.9938946F},
        ScoreCase{"hami-S10", amount(8192, 4, 10), amount(2048, 1, 2), {}, 7},
        ScoreCase{"hami-S11", amount(10000, 10, 10), {}, amount(3000, 3, 2), 8}),
    [](const auto& row) { return test::as_test_name(row.param.id); });

struct NodeCase {
  const char* id;
  ANode node;
  float expected;
};

class HamiNodeScore : public testing::TestWithParam<NodeCase> {};

TEST_P(HamiNodeScore, IsHamisNumberBeforeThePodIsPlaced) {
  Amount total;
  Amount used;
  const NodeLedger& node = GetParam().node;
  for (const DeviceLedger& chip : node.chips()) {
    total += chip.capacity();
    used += hami_used(chip);
  }

  expect_within_one_ulp(hami_node_score(total, used), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Nodes, HamiNodeScore,
    testing::Values(
        NodeCase{"hami-N1", a_node().hard("A").hard("B"), 0},
        NodeCase{"hami-N2", a_node().hard("A").hard("B").share("A", hard(3072)), 1.4278084F},
        NodeCase{"hami-N3",
                 a_node().hard("A").hard("B").share("A", hard(6144)).share("B", hard(12288)),
                 5.7097063F},
        // A whole chip is one slot on HAMi's books, and all seven on ours.
        NodeCase{"hami-N4", a_node().hard("A").share("A", whole()), 11.4285717F}),
    [](const auto& row) { return test::as_test_name(row.param.id); });

TEST(HamiNodeScore, AddsUpChipsOfDifferentSize) {  // hami-N5
  const Amount total = amount(100 + 200, 100 + 200, 100 + 150);
  const Amount used = amount(100 + 200, 100 + 200, 50 + 75);

  EXPECT_FLOAT_EQ(hami_node_score(total, used), 25);
}

Score node_rating(const NodeLedger& node, std::string_view name) {
  return policy(name).rate_node(node, {});
}

// hami-N6: scores 1.43 and 0.
TEST(HamiPolicy, PrefersTheUsedNodeUnderBinpackAndTheIdleOneUnderSpread) {
  const ANode used = a_node().hard("A").hard("B").share("A", hard(3072));
  const ANode idle = a_node().hard("A").hard("B");

  EXPECT_GT(node_rating(used, "hami-binpack"), node_rating(idle, "hami-binpack"));
  EXPECT_LT(node_rating(used, "hami-spread"), node_rating(idle, "hami-spread"));
}

Score chip_rating(const ANode& node, std::size_t chip, std::string_view name) {
  const NodeLedger& ledger = node;
  return policy(name).rate_chip(ledger.chips()[chip], hard(3072).amount);
}

// hami-O1 and hami-O2: the higher score is used first under binpack, the lower one under spread.
TEST(HamiPolicy, OrdersChipsByScore) {
  const ANode node = a_node().hard("A").hard("B").share("B", hard(3072));

  EXPECT_GT(chip_rating(node, 1, "hami-binpack"), chip_rating(node, 0, "hami-binpack"));
  EXPECT_GT(chip_rating(node, 0, "hami-spread"), chip_rating(node, 1, "hami-spread"));
}

// hami-O10: all equal, the highest index is used first.
TEST(HamiPolicy, TakesTheHighestIndexAmongEqualChips) {
  const ANode node = a_node().hard("A").hard("B").hard("C");

  EXPECT_EQ(test::placed(node, pod(hard(3072)), "hami-binpack"), "C");
  EXPECT_EQ(test::placed(node, pod(hard(3072)), "hami-spread"), "C");
}

TEST(HamiPolicy, RatesAsTheRawScore) {
  const ANode node = a_node().hard("A");

  // hami-S1 as a rating, to the nine decimals of a float32.
  EXPECT_NEAR(static_cast<double>(chip_rating(node, 0, "hami-binpack").value()), 2.8556168e9, 300);
  EXPECT_EQ(
      chip_rating(node, 0, "hami-binpack").value() + chip_rating(node, 0, "hami-spread").value(),
      Score::kMax);
}

TEST(HamiPolicy, CountsCoresOnlyWhereASoftSplitNamesThem) {
  const ANode soft_node =
      a_node().soft("A").share("A", soft(4096, 20)).soft("B").share("B", whole());
  const NodeLedger& ledger = soft_node;

  EXPECT_EQ(hami_used(ledger.chips()[0]), amount(4096, 20, 1));
  EXPECT_EQ(hami_used(ledger.chips()[1]), amount(21527, 0, 1));
}

}  // namespace
}  // namespace npushare
