// nodes and shares: who holds what of which chip, and how full and fragmented the nodes are.
#include "scheduler/cli/shares_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scheduler/cli/format.hpp"
#include "scheduler/cli/ledger_filter.hpp"
#include "scheduler/cli/nodes_page.hpp"
#include "tests/support/cli_golden.hpp"
#include "tests/support/cli_ledgers.hpp"
#include "tests/support/cli_shown.hpp"

namespace npushare::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

Canvas at_evening() {
  return {.now = evening()};
}

ShareView since(ShareView share, const std::string& when) {
  share.since = when;
  return share;
}

LedgersView two_nodes() {
  const ChipView shared = a_chip(0, {since(a_share("ai/b", 4096, 20), "2026-11-30T18:55:00Z"),
                                     since(a_share("ai/a", 8192, 50), "2026-11-30T20:59:30Z")});
  ChipView ill = a_chip(1);
  ill.healthy = false;
  NodeView second = a_node("npu-2", {a_chip(0)});
  second.registration = "stale";
  second.orphans.push_back(
      {.chip = "gone", .id = "i", .pod = "ai/lost", .amount = amount_of(1024, 5)});
  return {a_node("npu-1", {shared, ill}), second};
}

TEST(NodesPage, ShowsWhoIsAliveHowFullAndHowFragmented) {
  const std::string page = draw_nodes(two_nodes(), at_evening());

  expect_tidy(page);
  expect_golden("nodes", page);
}

TEST(NodesPage, OfAnEmptyClusterSaysSo) {
  EXPECT_EQ(draw_nodes({}, at_evening()), "No node has registered an NPU.\n");
}

TEST(SharesPage, ShowsWhoHoldsWhatSinceWhen) {
  const std::string page = draw_share_list(two_nodes(), at_evening());

  expect_tidy(page);
  expect_golden("shares", page);
}

TEST(SharesPage, TellsClaimsFromPods) {
  ShareView share = a_share("ai/a", 8192, 50);
  share.source = "claim";

  const std::string page = draw_share_list({a_node("npu-1", {a_chip(0, {share})})}, at_evening());

  EXPECT_THAT(page, HasSubstr("ai/a (claim)"));
}

TEST(SharesPage, ShowsMoreOfEachInTheWideForm) {
  const std::string page =
      draw_share_list(two_nodes(), {.columns = 160, .width = Width::kWide, .now = evening()});

  expect_tidy(page, 160);
  expect_golden("shares_wide", page);
}

TEST(SharesPage, KeepsTheWidthWithLongNames) {
  const LedgersView nodes{a_node(std::string(253, 'n'),
                                 {a_chip(0, {a_share("ai/" + std::string(250, 'p'), 8192, 50)})})};

  expect_tidy(draw_share_list(nodes, at_evening()));
  expect_tidy(draw_nodes(nodes, at_evening()));
  EXPECT_EQ(draw_share_list({}, at_evening()), "Nobody holds a share.\n");
}

struct Age {
  int seconds;
  const char* text;
};

TEST(AgeOf, IsShortAndRoundedAsKubectlHasIt) {
  for (const Age& age :
       {Age{-5, "0s"}, Age{0, "0s"}, Age{119, "119s"}, Age{120, "2m0s"}, Age{599, "9m59s"},
        Age{600, "10m"}, Age{10799, "179m"}, Age{10800, "3h0m"}, Age{28799, "7h59m"},
        Age{28800, "8h"}, Age{172799, "47h"}, Age{172800, "2d0h"}, Age{691200, "8d"}})
    EXPECT_EQ(age_of("2026-11-30T21:00:00Z", evening() + std::chrono::seconds{age.seconds}),
              age.text);
  EXPECT_EQ(age_of("", evening()), "-");
  EXPECT_EQ(age_of("yesterday", evening()), "-");
}

constexpr const char* kLedgers = R"({"nodes":[
  {"name":"n1","registration":"fresh","chips":[
    {"index":0,"uuid":"A","shares":[{"pod":"ai/p"},{"pod":"web/p"}]},
    {"index":1,"uuid":"B","shares":[{"pod":"ai/q"}]}],"orphans":[]},
  {"name":"n2","registration":"fresh","chips":[{"index":0,"uuid":"C","shares":[]}],
   "orphans":[{"pod":"ai/p","chip":"X"}]}]})";

std::string left(const LedgerFilter& filter) {
  std::string out;
  const wire::Json answer = filtered(*wire::Json::parse(kLedgers), filter);
  for (const wire::Json& node : answer["nodes"].items()) {
    out += node["name"].string() + "(";
    for (const wire::Json& chip : node["chips"].items()) {
      out += " " + chip["uuid"].string();
      for (const wire::Json& share : chip["shares"].items()) out += ":" + share["pod"].string();
    }
    for (const wire::Json& orphan : node["orphans"].items()) out += " +" + orphan["pod"].string();
    out += " )";
  }
  return out;
}

TEST(LedgerFilter, CutsDownToNodeChipNamespaceOrPod) {
  EXPECT_EQ(left({}), "n1( A:ai/p:web/p B:ai/q )n2( C +ai/p )");
  EXPECT_EQ(left({.node = "n2"}), "n2( C +ai/p )");
  EXPECT_EQ(left({.chip = "B"}), "n1( B:ai/q )");
  EXPECT_EQ(left({.chip = "0"}), "n1( A:ai/p:web/p )n2( C )");
  EXPECT_EQ(left({.space = "ai"}), "n1( A:ai/p B:ai/q )n2( +ai/p )");
  EXPECT_EQ(left({.space = "web", .pod = "p"}), "n1( A:web/p )");
  EXPECT_EQ(left({.pod = "p"}), "n1( A:ai/p:web/p )n2( +ai/p )");
  EXPECT_EQ(left({.space = "a"}), "");
}

TEST(Shares, ArePrintedAsTheFilterLeavesThem) {
  FakeTransport transport;
  transport.on("GET /v1/ledgers?node=n1", 200, kLedgers);

  const Shown yaml = shown(
      {.subject = Subject::kShares, .output = Output::kYaml, .pod = "q", .node = "n1"}, transport);

  EXPECT_EQ(yaml.exit_code, kExitFine);
  EXPECT_THAT(yaml.out, HasSubstr("- name: n1\n"));
  EXPECT_THAT(yaml.out, HasSubstr("pod: ai/q\n"));
  EXPECT_THAT(yaml.out, Not(HasSubstr("ai/p")));
}

TEST(Shares, SayWhenAnotherServiceAnswers) {
  FakeTransport transport;
  transport.on("GET /v1/ledgers", 200, "[]");

  const Shown seen = shown({.subject = Subject::kNodes}, transport);

  EXPECT_TRUE(seen.has_failed);
  EXPECT_THAT(seen.err, HasSubstr("npushare nodes: the answer has no list `nodes`"));
}

}  // namespace
}  // namespace npushare::cli
