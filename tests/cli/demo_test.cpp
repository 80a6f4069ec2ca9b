#include "scheduler/cli/demo.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "scheduler/cli/demo_labs.hpp"
#include "tests/support/cli_golden.hpp"
#include "tests/support/cli_transport.hpp"

namespace npushare::cli {
namespace {

constexpr const char* kLedgers =
    R"({"nodes":[{"name":"aio-node74-arm","registration":"fresh","chips":[
  {"index":0,"uuid":"U0","model":"Ascend310P","mode":"soft","healthy":true,
   "capacity":{"memoryMiB":21527,"cores":100,"slots":7},"used":{"memoryMiB":8192,"cores":50,"slots":1},
   "free":{"memoryMiB":13335,"cores":50,"slots":6},
   "shares":[{"id":"s","pod":"default/p","state":"bound","amount":{"memoryMiB":8192,"cores":50}}]}]}]})";

/// A cluster that is only what the fake transports say, and a clock that moves when somebody waits.
struct FakeWorld {
  FakeWorld() { service.on("GET /v1/ledgers", 200, kLedgers); }

  Tally play_steps(std::vector<Step> steps, Voice voice = Voice::kLoud) {
    World world{.api = api,
                .service = service,
                .examples = std::string(NPUSHARE_ROOT) + "/examples",
                .patience = {.now = [this] { return now; },
                             .pause = [this](std::chrono::milliseconds time) { now += time; }}};
    DemoPrinter printer(out, Canvas{}, voice);
    const Tally tally = play(
        {{.title = "A lab", .text = "What it shows.", .steps = std::move(steps)}}, world, printer);
    printer.summary(tally, std::chrono::milliseconds(1234));
    return tally;
  }

  FakeTransport api;
  FakeTransport service;
  std::ostringstream out;
  std::chrono::steady_clock::time_point now{};
};

Step claiming(std::string title, std::string expected, std::string got) {
  return {.title = std::move(title),
          .text = "A claim.",
          .play = [expected = std::move(expected), got = std::move(got)](Stage& stage) -> Result<> {
            stage.expect("the answer", expected, got);
            return {};
          },
          .chips = Chips::kLeftOut};
}

Step asking(std::string title, std::function<Result<>(Stage&)> play) {
  return {.title = std::move(title),
          .text = "A question.",
          .play = std::move(play),
          .chips = Chips::kLeftOut};
}

TEST(Demo, IsGoodWhenEveryClaimHolds) {
  FakeWorld world;

  const Tally tally = world.play_steps({claiming("one", "8192", "8192"), claiming("two", "", "")});

  EXPECT_TRUE(tally.is_good());
  EXPECT_EQ(tally.steps, 2U);
  EXPECT_NE(world.out.str().find("✓ 2 steps came out as expected, in 1.2 s"), std::string::npos);
}

TEST(Demo, CountsAStepThatDiffersAndGoesOn) {
  FakeWorld world;

  const Tally tally =
      world.play_steps({claiming("one", "8192", "8193"), claiming("two", "a", "a")});

  EXPECT_FALSE(tally.is_good());
  EXPECT_TRUE(tally.is_complete);
  EXPECT_EQ(tally.steps, 2U);
  EXPECT_EQ(tally.differing, 1U);
  expect_tidy(world.out.str());
  expect_golden("demo_differs", world.out.str());
}

TEST(Demo, BreaksOffWhenAStepCannotBeDone) {
  FakeWorld world;
  const Step no_pod = asking("one", [](Stage& stage) -> Result<> {
    const Result<wire::Json> pod = stage.pod("missing");
    return pod ? Result<>{} : pod.error();
  });

  const Tally tally = world.play_steps({no_pod, claiming("two", "a", "a")});

  EXPECT_FALSE(tally.is_good());
  EXPECT_FALSE(tally.is_complete);
  EXPECT_EQ(tally.steps, 1U);
  EXPECT_NE(world.out.str().find("the rest was not played"), std::string::npos);
}

TEST(Demo, SaysOnlyOneLineAStepWhenQuiet) {
  FakeWorld world;

  world.play_steps({claiming("one", "a", "a"), claiming("two", "a", "b")}, Voice::kQuiet);

  expect_golden("demo_quiet", world.out.str());
}

TEST(Demo, ShowsChipsBeforeAndAfter) {
  FakeWorld world;
  Step step = claiming("one", "a", "a");
  step.chips = Chips::kShown;

  world.play_steps({step});

  expect_tidy(world.out.str());
  expect_golden("demo_chips", world.out.str());
}

TEST(Demo, WaitsForAPodAndGivesUpAfterTheLimit) {
  FakeWorld world;
  world.api.on("GET /api/v1/namespaces/default/pods/p", 200, R"({"status":{"phase":"Pending"}})");
  const Step wait = asking("wait", [](Stage& stage) { return stage.wait_until_running("p"); });

  const Tally tally = world.play_steps({wait});

  EXPECT_FALSE(tally.is_complete);
  EXPECT_EQ(world.now.time_since_epoch(), std::chrono::seconds(10));
  EXPECT_NE(world.out.str().find("waited in vain until pod p runs"), std::string::npos);
}

TEST(Demo, WaitsUntilAPodRuns) {
  FakeWorld world;
  int asked = 0;
  world.api.on("GET /api/v1/namespaces/default/pods/p", [&asked](const kube::Call&) {
    ++asked;
    return kube::Reply{.status = 200,
                       .body = asked < 3 ? R"({"status":{"phase":"Pending"}})"
                                         : R"({"status":{"phase":"Running"}})",
                       .retry_after = {}};
  });

  const Tally tally = world.play_steps(
      {asking("wait", [](Stage& stage) { return stage.wait_until_running("p"); })});

  EXPECT_TRUE(tally.is_good());
  EXPECT_EQ(asked, 3);
}

TEST(Demo, DoesNotWaitForAPodThatHasFailed) {
  FakeWorld world;
  world.api.on("GET /api/v1/namespaces/default/pods/p", 200,
               R"({"status":{"phase":"Failed","message":"UnexpectedAdmissionError"}})");

  const Tally tally = world.play_steps(
      {asking("wait", [](Stage& stage) { return stage.wait_until_running("p"); })});

  EXPECT_FALSE(tally.is_complete);
  EXPECT_EQ(world.now.time_since_epoch(), std::chrono::seconds(0));
  EXPECT_NE(world.out.str().find("UnexpectedAdmissionError"), std::string::npos);
}

TEST(Demo, DiffersWhenAChipCarriesSomethingElse) {
  const auto expecting = [](std::int64_t memory, std::int64_t cores) {
    return asking("chips", [memory, cores](Stage& stage) {
      return stage.expect_chips({{.chip = 0, .memory_used = memory, .cores_used = cores}});
    });
  };

  EXPECT_TRUE(FakeWorld().play_steps({expecting(8192, 50)}).is_good());
  EXPECT_EQ(FakeWorld().play_steps({expecting(8191, 50)}).differing, 1U);
  EXPECT_EQ(FakeWorld().play_steps({expecting(8192, 51)}).differing, 1U);
}

TEST(Demo, AsksFilterAboutAManifestWithEveryNode) {
  FakeWorld world;
  world.service.on("POST /filter", 200, R"({"NodeNames":["aio-node74-arm"],"Error":""})");
  const Step ask = asking("filter", [](Stage& stage) -> Result<> {
    const Result<wire::Json> pod = stage.manifest("lab20-share-c.yaml");
    return pod ? stage.ask_filter(*pod) : pod.error();
  });

  const Tally tally = world.play_steps({ask});

  EXPECT_TRUE(tally.is_good()) << world.out.str();
  const Result<wire::Json> sent = wire::Json::parse(world.service.bodies.back());
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->at("Pod", "metadata", "name").string(), "ascend-share-c");
  EXPECT_EQ((*sent)["NodeNames"].text(), R"(["aio-node74-arm"])");
  expect_tidy(world.out.str());
  expect_golden("demo_exchange", world.out.str());
}

TEST(Demo, HasAManifestForEveryPodOfTheLabs) {
  EXPECT_EQ(lab_13().steps.size(), 7U);
  EXPECT_EQ(lab_20().steps.size(), 9U);
  FakeWorld world;
  const Step read_all = asking("manifests", [](Stage& stage) -> Result<> {
    for (const char* file :
         {"lab13-ascend-vnpu-check.yaml", "lab13-ascend-vnpu-check-2.yaml",
          "lab13-ascend-vnpu-check-3.yaml", "lab13-ascend-vnpu-check-4.yaml",
          "lab13-ascend-vnpu-check-5.yaml", "lab20-share-a.yaml", "lab20-share-b.yaml",
          "lab20-share-c.yaml", "lab20-ctrl-a.yaml", "lab20-ctrl-b.yaml"}) {
      const Result<wire::Json> pod = stage.manifest(file);
      if (!pod) return pod.error();
      stage.expect(file, "Pod", (*pod)["kind"].string());
    }
    return {};
  });

  EXPECT_TRUE(world.play_steps({read_all}).is_good()) << world.out.str();
}

TEST(Demo, FindsTheAddressInALineOfTheService) {
  EXPECT_EQ(url_after("npushare ready on", "npushare ready on http://127.0.0.1:1"),
            "http://127.0.0.1:1");
  EXPECT_EQ(url_after("npushare ready on", "embedded API server on http://127.0.0.1:1"), "");
  EXPECT_EQ(url_after("npushare ready on", "npushare ready on nothing"), "");
}

}  // namespace
}  // namespace npushare::cli
