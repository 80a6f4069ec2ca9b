#include "scheduler/cli/explain_page.hpp"

#include <gtest/gtest.h>

#include "tests/support/cli_golden.hpp"
#include "tests/support/cli_ledgers.hpp"

namespace npushare::cli {
namespace {

VerdictView a_verdict(std::int64_t index, std::string reason, Amount free) {
  VerdictView chip;
  chip.container = "npu";
  chip.index = index;
  chip.fits = reason.empty();
  chip.reason = std::move(reason);
  chip.asked = amount_of(8192, 50);
  chip.free = free;
  return chip;
}

NodeVerdictView a_refusing_node(std::string name, std::string reason) {
  NodeVerdictView node;
  node.name = std::move(name);
  node.reason = std::move(reason);
  return node;
}

ExplainView a_waiting_pod() {
  ExplainView view;
  view.pod = "default/ascend-share-c";
  view.state = "waiting";
  view.summary = "0/1 nodes fit: 1 insufficient NPU memory (largest free 5143 MiB)";
  view.node_policy = view.chip_policy = "binpack";
  WishView wish;
  wish.container = "npu";
  wish.model = "Ascend310P";
  wish.mode = "soft";
  wish.asked = wish.charged = amount_of(8192, 50);
  view.wishes = {wish};
  return view;
}

std::string draw(const ExplainView& view) {
  return draw_explanation(view, Canvas{});
}

TEST(ExplainPage, ShowsChipByChipWhyAPodWaits) {
  ExplainView view = a_waiting_pod();
  NodeVerdictView node = a_refusing_node("aio-node74-arm", "insufficient NPU memory");
  node.chips = {a_verdict(0, "insufficient NPU memory", amount_of(5143, 0)),
                a_verdict(1, "NPU excluded by the pod's uuid lists", amount_of(21527, 100))};
  node.chips[0].holders = {{"default/ascend-share-a", amount_of(8192, 50)},
                           {"default/ascend-share-b", amount_of(8192, 50)}};
  view.nodes = {node};

  const std::string page = draw(view);

  expect_tidy(page);
  expect_golden("explain_waiting", page);
}

TEST(ExplainPage, PutsTheBestNodeFirstAndCountsTheRest) {
  ExplainView view = a_waiting_pod();
  view.state = "file";
  view.summary = "2/12 nodes fit: best npu-11";
  for (int at = 0; at < 10; ++at) {
    view.nodes.push_back(a_refusing_node("npu-0" + std::to_string(at), "no free NPU slot"));
    view.nodes.back().is_resolvable = at % 2 == 0;
  }
  for (const char* name : {"npu-10", "npu-11"}) {
    NodeVerdictView node;
    node.name = name;
    node.fits = true;
    node.is_best = node.name == "npu-11";
    node.score = node.is_best ? 76.11 : 38.05;
    node.chips = {a_verdict(0, "", amount_of(13335, 50))};
    view.nodes.push_back(node);
  }

  const std::string page = draw(view);

  expect_tidy(page);
  expect_golden("explain_many_nodes", page);
}

TEST(ExplainPage, ShowsWhatABoundPodHolds) {
  ExplainView view;
  view.pod = "default/ascend-share-a";
  view.state = "bound";
  view.node = "aio-node74-arm";
  view.summary = "bound to node aio-node74-arm";
  view.grants = {{.container = "npu",
                  .uuid = "68496E64-20E05477-92C31323-6E78030A-BD003019",
                  .index = 0,
                  .charged = amount_of(8192, 50)}};

  const std::string page = draw(view);

  expect_tidy(page);
  expect_golden("explain_bound", page);
}

TEST(ExplainPage, NamesTheTemplateAndWhatIsChargedForIt) {
  ExplainView view = a_waiting_pod();
  view.wishes[0].mode = "hard";
  view.wishes[0].asked = amount_of(5000, 0);
  view.wishes[0].charged = amount_of(6144, 2);
  view.wishes[0].template_name = "vir02";
  WishView whole;
  whole.container = "trainer";
  whole.chips = 2;
  whole.model = "Ascend310P";
  whole.mode = "any";
  view.wishes.push_back(whole);

  const std::string page = draw(view);

  expect_tidy(page);
  expect_golden("explain_wishes", page);
}

TEST(ExplainPage, SaysWhatIsWrongWithAnInvalidRequest) {
  ExplainView view;
  view.pod = "ai/typo";
  view.state = "invalid";
  view.summary = "the request is not valid";
  view.error =
      "spec.containers[0].resources.limits: huawei.com/Ascend310P-memory \"16Gi\" counts MiB; "
      "write "
      "16384 for 16 GiB";

  const std::string page = draw(view);

  expect_tidy(page);
  expect_golden("explain_invalid", page);
}

TEST(ExplainPage, NamesWhoWouldHaveToLeaveAndTheHintsAndTheLastDecisions) {
  ExplainView view = a_waiting_pod();
  view.hints = {"container npu asks for 16 MiB: memory counts MiB; for 16 GiB write 16384"};
  for (const char* name : {"npu-02", "npu-01", "npu-03"})
    view.nodes.push_back(a_refusing_node(name, "insufficient NPU memory"));
  view.nodes[0].near = 2;
  view.nodes[0].leave = {{"ai/one", amount_of(8192, 50)}, {"ai/two", amount_of(4096, 20)}};
  view.nodes[1].near = 1;
  view.nodes[1].leave = {{"web/only", amount_of(8192, 50)}};
  view.decisions = *wire::Json::parse(
      R"([{"at":"2026-11-30T20:59:50Z","first":"2026-11-30T20:30:00Z","times":9,"verb":"filter",
      "outcome":"refused","node":"","message":"0/3 nodes: 3 insufficient NPU memory"}])");

  const std::string page = draw(view);

  expect_tidy(page);
  expect_golden("explain_near", page);
}

TEST(ExplainPage, ShowsWhatIsRememberedOfAPodThatIsGone) {
  ExplainView view;
  view.pod = "ai/gone";
  view.state = "gone";
  view.summary = "the cluster shows no such pod any more; this is what was decided";
  view.decisions = *wire::Json::parse(
      R"([{"at":"2026-11-30T20:59:50Z","first":"2026-11-30T20:59:50Z","times":1,"verb":"release",
      "outcome":"released","node":"n1","message":"its shares have gone back"}])");

  const std::string page = draw(view);

  expect_tidy(page);
  expect_golden("explain_gone", page);
}

TEST(ExplainPage, KeepsTheWidthWithLongNames) {
  ExplainView view = a_waiting_pod();
  view.pod = "ai/" + std::string(250, 'p');
  NodeVerdictView node = a_refusing_node(std::string(253, 'N'), "insufficient NPU memory");
  node.chips = {a_verdict(0, "containers of different size need different NPUs", amount_of(1, 1))};
  node.chips[0].container = std::string(63, 'c');
  view.nodes = {node};

  expect_tidy(draw(view));
}

TEST(ExplainPage, ReadsWhatTheServiceAnswers) {
  const Result<wire::Json> answer = wire::Json::parse(
      R"({"pod":"ai/p","state":"waiting","node":"","summary":"s","error":"",
      "since":"2026-11-30T20:10:00Z","hints":["a hint"],"decisions":[{}],
      "policy":{"node":"spread","chip":"binpack"},
      "request":{"containers":[{"name":"c","kind":"app","chips":2,"model":"M","mode":"hard",
      "asked":{"memoryMiB":5000,"cores":0},"charged":{"memoryMiB":6144,"cores":2},"template":"vir02"}]},
      "grants":[{"container":1,"chip":"U","index":3,"charged":{"memoryMiB":7}}],
      "nodes":[{"name":"n","fits":false,"best":false,"score":12.50,"resolvable":false,
      "reason":{"code":"unhealthy","text":"NPU unhealthy"},"placement":[],
      "near":1,"leave":[{"pod":"ai/q\u001b[31m","amount":{"memoryMiB":3}}],
      "chips":[{"container":"c","index":4,"uuid":"U","fits":false,
      "reason":{"code":"unhealthy","text":"NPU unhealthy"},"asked":{"memoryMiB":1},
      "free":{"memoryMiB":2},"holders":[{"pod":"ai/q","amount":{"memoryMiB":3}}]}]}]})");
  ASSERT_TRUE(answer);

  const Result<ExplainView> view = read_explanation(*answer);

  ASSERT_TRUE(view);
  EXPECT_EQ(view->node_policy, "spread");
  EXPECT_EQ(view->wishes.at(0).chips, 2);
  EXPECT_EQ(view->wishes.at(0).charged.memory, MiB{6144});
  EXPECT_EQ(view->grants.at(0).container, "1");
  EXPECT_DOUBLE_EQ(view->nodes.at(0).score, 12.5);
  EXPECT_FALSE(view->nodes.at(0).is_resolvable);
  EXPECT_EQ(view->nodes.at(0).chips.at(0).reason, "NPU unhealthy");
  EXPECT_EQ(view->nodes.at(0).chips.at(0).holders.at(0).pod, "ai/q");
  EXPECT_EQ(view->nodes.at(0).near, 1);
  EXPECT_EQ(view->nodes.at(0).leave.at(0).pod, "ai/q?[31m");
  EXPECT_EQ(view->hints.at(0), "a hint");
  EXPECT_EQ(view->since, "2026-11-30T20:10:00Z");
  EXPECT_EQ(view->decisions.items().size(), 1U);
}

TEST(ExplainPage, RefusesAnAnswerOfAnotherShape) {
  EXPECT_FALSE(read_explanation(wire::Json::object()));
  EXPECT_FALSE(read_explanation(wire::Json::array()));
}

}  // namespace
}  // namespace npushare::cli
