// What the books say of chips and shares, as a page of metrics has it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/accounting_builders.hpp"
#include "tests/support/metrics_desk.hpp"

namespace npushare::metrics_test {
namespace {

using test::amount;
using test::AnAllocation;
using testing::IsEmpty;

constexpr double kMiB = 1'048'576;

std::string chip(const std::string& name, const std::string& node, const std::string& uuid,
                 const std::string& mode = "soft") {
  return "npushare_chip_" + name + "{node=\"" + node + "\",device_uuid=\"" + uuid +
         "\",model=\"Ascend310P\",mode=\"" + mode + "\"}";
}

TEST(ChipMetrics, SayWhatAChipHasAndHowMuchIsLeft) {
  MetricsDesk desk;
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({test::a_soft_chip("A")}));
  desk.world.book.observe(AnAllocation("n1", "p").grant("A", amount(8192, 25)), InitPhase::kDone);

  const ReadPage page = desk.page();

  EXPECT_THAT(page.complaints, IsEmpty());
  EXPECT_EQ(page.value(chip("memory_capacity_bytes", "n1", "A")), 21527 * kMiB);
  EXPECT_EQ(page.value(chip("memory_consumed_bytes", "n1", "A")), 8192 * kMiB);
  EXPECT_EQ(page.value(chip("memory_free_bytes", "n1", "A")), 13335 * kMiB);
  EXPECT_EQ(page.value(chip("cores_capacity_ratio", "n1", "A")), 1);
  EXPECT_EQ(page.value(chip("cores_consumed_ratio", "n1", "A")), 0.25);
  EXPECT_EQ(page.value(chip("cores_free_ratio", "n1", "A")), 0.75);
  EXPECT_EQ(page.value(chip("shares", "n1", "A")), 1);
  EXPECT_EQ(page.value(chip("slots", "n1", "A")), 7);
  EXPECT_EQ(page.value(chip("healthy", "n1", "A")), 1);
  EXPECT_EQ(page.value(chip("cordoned", "n1", "A")), 0);
  EXPECT_FALSE(page.has(chip("ai_cpus_capacity", "n1", "A")));
}

TEST(ChipMetrics, SayWhichChipIsLeftToClaims) {
  MetricsDesk desk;
  Chip kept = test::a_soft_chip("B", 1);
  kept.block = Block::kKeptForClaims;
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({test::a_soft_chip("A"), kept}));

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value(chip("blocked", "n1", "A")), 0);
  EXPECT_EQ(page.value(chip("blocked", "n1", "B")), 1);
}

TEST(ChipMetrics, MeasureCoresByTheSameRuleInBothModes) {
  MetricsDesk desk;
  desk.world.node("hard", Mode::kHard, {"H"});
  desk.world.running(verbs_test::a_hard_pod("p", "6144"), "hard");

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value(chip("cores_capacity_ratio", "hard", "H", "hard")), 1);
  EXPECT_EQ(page.value(chip("cores_consumed_ratio", "hard", "H", "hard")), 0.25);  // 2 of 8
  EXPECT_EQ(page.value(chip("ai_cpus_capacity", "hard", "H", "hard")), 7);
  EXPECT_EQ(page.value(chip("ai_cpus_consumed", "hard", "H", "hard")), 2);
}

// case-C14: the chip that the cluster has overcommitted shows it.
TEST(ChipMetrics, ShowAnOvercommittedChipAsLessThanNothingFree) {
  MetricsDesk desk;
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({test::a_soft_chip("A")}));
  desk.world.book.observe(AnAllocation("n1", "p").grant("A", amount(30000, 110)), InitPhase::kDone);

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value(chip("memory_free_bytes", "n1", "A")), -8473 * kMiB);
  EXPECT_NEAR(page.value(chip("cores_free_ratio", "n1", "A")), -0.1, 1e-9);
}

// case-C152: a total of 0 makes no NaN and no infinity.
TEST(ChipMetrics, LeaveOutARatioOfNothing) {
  MetricsDesk desk;
  Chip none = test::a_soft_chip("A");
  none.mode = Mode::kHard;
  none.capacity = {};
  none.device_memory = MiB{0};
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({none}));
  desk.sources.hami_names = config::HamiNames::kLegacy;

  const ReadPage page = desk.page();

  EXPECT_THAT(page.complaints, IsEmpty());
  EXPECT_EQ(page.value(chip("memory_capacity_bytes", "n1", "A", "hard")), 0);
  EXPECT_FALSE(page.has(chip("cores_capacity_ratio", "n1", "A", "hard")));
  EXPECT_EQ(page.count("hami_node_gpu_memory_allocated_ratio{"), 0U);
}

// case-C04, its second sentence; MetricsRace has the rest.
TEST(ShareMetrics, AddUpToWhatTheChipSays) {
  MetricsDesk desk;
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({test::a_soft_chip("A")}));
  for (const char* pod : {"p", "q", "r"})
    desk.world.book.observe(AnAllocation("n1", pod).grant("A", amount(3000, 10)), InitPhase::kDone);

  const ReadPage page = desk.page();

  EXPECT_EQ(page.count("npushare_share_memory_bytes{"), 3U);
  EXPECT_EQ(page.sum("npushare_share_memory_bytes{"),
            page.value(chip("memory_consumed_bytes", "n1", "A")));
  EXPECT_NEAR(page.sum("npushare_share_cores_ratio{"),
              page.value(chip("cores_consumed_ratio", "n1", "A")), 1e-9);
  EXPECT_EQ(page.value(R"(npushare_share_memory_bytes{node="n1",device_uuid="A",)"
                       R"(namespace="default",pod="pod-q",container_index="0"})"),
            3000 * kMiB);
}

// A pod of the same name can take its place before the watch shows that the old one has gone.
TEST(ShareMetrics, AddUpSharesOfOneNameInOneSeries) {
  MetricsDesk desk;
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({test::a_soft_chip("A")}));
  for (const char* uid : {"old", "new"}) {
    Allocation allocation = AnAllocation("n1", uid).grant("A", amount(3000, 10));
    allocation.holder =
        std::make_shared<const Holder>(Holder{.uid = PodUid{uid}, .pod = {"default", "web-0"}});
    desk.world.book.observe(allocation, InitPhase::kDone);
  }

  const ReadPage page = desk.page();

  EXPECT_THAT(page.complaints, IsEmpty());
  EXPECT_EQ(page.value(R"(npushare_share_memory_bytes{node="n1",device_uuid="A",)"
                       R"(namespace="default",pod="web-0",container_index="0"})"),
            6000 * kMiB);
  EXPECT_EQ(page.value(chip("shares", "n1", "A")), 2);
}

// case-C150
TEST(ShareMetrics, AreAsManyAsThereAreSharesHoweverManyCameAndWent) {
  MetricsDesk desk;
  desk.world.book.register_node(NodeName{"n1"}, test::fresh({test::a_soft_chip("A")}));
  const std::size_t before = desk.page().samples.size();

  for (int i = 0; i < 1000; ++i) {
    const std::string uid = "p" + std::to_string(i);
    desk.world.book.observe(AnAllocation("n1", uid).grant("A", amount(100, 1)), InitPhase::kDone);
    ASSERT_EQ(desk.world.book.release(NodeName{"n1"}, PodUid{uid}), 1U);
  }

  EXPECT_EQ(desk.page().samples.size(), before);
}

TEST(NodeMetrics, AreOfNodesWithChipsAlone) {
  MetricsDesk desk;
  desk.world.book.register_node(NodeName{"npu"}, test::fresh({test::a_soft_chip("A")}));
  desk.world.book.register_node(NodeName{"cpu"}, {});

  const ReadPage page = desk.page();

  EXPECT_EQ(page.value(R"(npushare_node_registration_fresh{node="npu"})"), 1);
  EXPECT_EQ(page.count("npushare_node_registration_fresh{"), 1U);
  EXPECT_EQ(page.value(R"(npushare_nodes{registration="fresh"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_nodes{registration="missing"})"), 1);
}

// Names from outside: no series is lost but those that nobody could read.
TEST(HostileNames, NeitherBreakThePageNorHideTheirNeighbours) {
  MetricsDesk desk;
  const std::string evil = "\"} 1\nnpushare_ready 0\n# \\";
  desk.world.book.register_node(
      NodeName{"n1"}, test::fresh({test::a_soft_chip(evil, 0), test::a_soft_chip("\xFF\xFE", 1),
                                   test::a_soft_chip("good", 2)}));
  desk.sources.hami_names = config::HamiNames::kLegacy;

  const ReadPage page = desk.page();

  EXPECT_THAT(page.complaints, IsEmpty());
  EXPECT_EQ(page.value("npushare_ready"), 1);
  EXPECT_EQ(page.count("npushare_chip_slots{"), 2U);
  EXPECT_EQ(page.value(chip("slots", "n1", "good")), 7);
  // In our table and in the eight of HAMi's names.
  EXPECT_EQ(page.value("npushare_metrics_skipped_rows"), 9);
}

}  // namespace
}  // namespace npushare::metrics_test
