#include "scheduler/cli/ledger_page.hpp"

#include <gtest/gtest.h>

#include "tests/support/cli_golden.hpp"
#include "tests/support/cli_ledgers.hpp"

namespace npushare::cli {
namespace {

std::string draw(const LedgersView& nodes) {
  return draw_ledgers(nodes, Canvas{});
}

TEST(LedgerPage, ShowsAnIdleNode) {
  const std::string page = draw({a_node("aio-node74-arm", {a_chip(0), a_chip(1)})});

  expect_tidy(page);
  expect_golden("top_idle", page);
}

TEST(LedgerPage, ShowsAPartlyFullNodeShareByShare) {
  const ChipView shared = a_chip(0, {a_share("default/ascend-share-a", 8192, 50),
                                     a_share("default/ascend-share-b", 8192, 50)});

  const std::string page = draw({a_node("aio-node74-arm", {shared, a_chip(1)})});

  expect_tidy(page);
  expect_golden("top_part_full", page);
}

TEST(LedgerPage, SaysByHowMuchAChipIsOvercommitted) {
  const ChipView over = a_chip(0, {a_share("ai/one", 14000, 60), a_share("ai/two", 10384, 60)});

  const std::string page = draw({a_node("aio-node74-arm", {over})});

  expect_tidy(page);
  EXPECT_NE(page.find("2857 too many"), std::string::npos);
  expect_golden("top_overcommitted", page);
}

TEST(LedgerPage, MarksAnUnhealthyChipAndAStaleNode) {
  ChipView chip = a_chip(0, {a_share("ai/one", 8192, 0)});
  chip.healthy = false;
  NodeView node = a_node("aio-node74-arm", {chip});
  node.registration = "stale";

  const std::string page = draw({node});

  expect_tidy(page);
  expect_golden("top_unhealthy", page);
}

TEST(LedgerPage, SaysWhyAChipIsLeftToClaims) {
  ChipView chip = a_chip(0, {a_share("ai/one", 8192, 0)});
  chip.block = "kept-for-claims";

  const std::string page = draw({a_node("n1", {chip})});

  expect_tidy(page);
  EXPECT_NE(page.find("kept-for-claims: claims alone join"), std::string::npos) << page;
}

TEST(LedgerPage, ShowsManySharesOfAChip) {
  std::vector<ShareView> shares;
  for (int at = 0; at < 7; ++at)
    shares.push_back(a_share("ai/worker-" + std::to_string(at), 1024 * (at + 1) / 2, 10));
  shares[2].state = "uncertain";
  shares[3].state = "assumed";
  shares[4].source = "claim";
  shares[5].hold = "exclusive";

  const std::string page = draw({a_node("aio-node74-arm", {a_chip(0, shares)})});

  expect_tidy(page);
  expect_golden("top_many_shares", page);
}

TEST(LedgerPage, ShowsAHardSplitChipInAiCores) {
  ChipView chip = a_chip(0);
  chip.mode = Mode::kHard;
  chip.capacity = amount_of(21527, 8, 7);
  chip.shares = {a_share("ai/vir02", 6144, 2), a_share("ai/vir01", 3072, 1)};
  chip.used = amount_of(9216, 3, 2);
  chip.free = chip.capacity - chip.used;

  const std::string page = draw({a_node("npu-01", {chip})});

  expect_tidy(page);
  expect_golden("top_hard_split", page);
}

TEST(LedgerPage, SaysWhatToLookForWhenThereIsNoNode) {
  const std::string page = draw({});

  expect_tidy(page);
  expect_golden("top_no_nodes", page);
}

TEST(LedgerPage, CutsLongNamesWithAnEllipsisAndKeepsTheWidth) {
  ChipView chip = a_chip(
      0, {a_share("a-namespace-of-" + std::string(48, 'n') + "/a-pod-of-" + std::string(240, 'p'),
                  8192, 50)});
  chip.uuid = std::string(200, 'U');
  chip.model = std::string(60, 'M');
  NodeView node = a_node(std::string(253, 'N'), {chip});
  node.orphans.push_back({.chip = std::string(200, 'C'),
                          .id = std::string(80, 'I'),
                          .pod = "ai/" + std::string(200, 'p'),
                          .amount = amount_of(8192, 50)});

  const std::string page = draw({node});

  expect_tidy(page);
  EXPECT_NE(page.find("…"), std::string::npos);
  expect_golden("top_long_names", page);
}

TEST(LedgerPage, ReadsWhatTheServiceAnswers) {
  const Result<wire::Json> answer = wire::Json::parse(
      R"({"nodes":[{"name":"n1","registration":"fresh","chips":[{"index":1,"uuid":"U","model":"M",
      "mode":"hard","healthy":false,"capacity":{"memoryMiB":21527,"cores":8,"cpus":7,"slots":7},
      "used":{"memoryMiB":3072,"cores":1,"cpus":1,"slots":1},
      "free":{"memoryMiB":18455,"cores":7,"cpus":6,"slots":6},
      "shares":[{"id":"s1","pod":"ai/p","uid":"u","container":2,"state":"assumed","source":"claim",
      "hold":"whole","amount":{"memoryMiB":3072,"cores":1},"priority":5}]}],
      "orphans":[{"chip":"X","id":"s2","pod":"ai/q","amount":{"memoryMiB":9}}]}]})");
  ASSERT_TRUE(answer);

  const Result<LedgersView> nodes = read_ledgers(*answer);

  ASSERT_TRUE(nodes);
  const ChipView& chip = nodes->at(0).chips.at(0);
  EXPECT_EQ(chip.index, 1);
  EXPECT_EQ(chip.mode, Mode::kHard);
  EXPECT_FALSE(chip.healthy);
  EXPECT_EQ(chip.free.cpus, Cpus{6});
  EXPECT_EQ(chip.shares.at(0).container, 2);
  EXPECT_EQ(chip.shares.at(0).hold, "whole");
  EXPECT_EQ(nodes->at(0).orphans.at(0).amount.memory, MiB{9});
}

TEST(LedgerPage, RefusesAnAnswerOfAnotherShape) {
  for (const char* text : {"[]", "{}", R"({"nodes":{}})", "3", "null"}) {
    const Result<wire::Json> answer = wire::Json::parse(text);
    ASSERT_TRUE(answer) << text;
    EXPECT_FALSE(read_ledgers(*answer)) << text;
  }
}

TEST(LedgerPage, LetsNoEscapeSequenceOfTheServerThrough) {
  const wire::Json answer =
      wire::Json::Object{{"nodes", wire::Json::Array{wire::Json::Object{{"name",
                                                                         "n\x1b[2Jx\n\xC2\x9B"
                                                                         "1m"}}}}};

  const Result<LedgersView> nodes = read_ledgers(answer);

  ASSERT_TRUE(nodes);
  EXPECT_EQ(nodes->at(0).name, "n?[2Jx??1m");
}

}  // namespace
}  // namespace npushare::cli
