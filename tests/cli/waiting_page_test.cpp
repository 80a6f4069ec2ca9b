// waiting, history, status: docs/reference/http.md has the answers they are drawn from.
#include "scheduler/cli/waiting_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/cli_golden.hpp"
#include "tests/support/cli_shown.hpp"

namespace npushare::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kWaiting = R"json({"items":[
  {"pod":"ai/first","uid":"u","since":"2026-11-30T17:55:00Z","asks":"1 x 8192 MiB, 0 cores",
   "attempts":14,"last":"2026-11-30T20:59:50Z",
   "message":"0/120 nodes: 80 insufficient NPU memory (largest free 4096 MiB on n7/chip 3)",
   "nodes":120,"reasons":{"memory-short":80}},
  {"pod":"web/\u001b[31mred","uid":"v","since":"2026-11-30T20:59:00Z","asks":"2 x a whole chip",
   "attempts":1,"last":"2026-11-30T20:59:00Z","message":"0/1 nodes","nodes":1,"reasons":{}}]})json";

constexpr const char* kDecisions = R"({"items":[
  {"at":"2026-11-30T20:59:50Z","first":"2026-11-30T20:30:00Z","times":9,"pod":"ai/first","uid":"u",
   "verb":"filter","node":"","outcome":"refused","message":"0/2 nodes: 2 insufficient NPU memory",
   "nodes":2,"fits":0,"reasons":{"memory-short":2}},
  {"at":"2026-11-30T20:40:00Z","first":"2026-11-30T20:40:00Z","times":1,"pod":"ai/other","uid":"w",
   "verb":"bind","node":"n1","outcome":"bound","message":"","nodes":0,"fits":0,"reasons":{}},
  {"at":"2026-11-30T18:00:00Z","first":"2026-11-30T18:00:00Z","times":1,"pod":"web/old","uid":"x",
   "verb":"filter","node":"","outcome":"refused","message":"0/2 nodes","nodes":2,"fits":0,
   "reasons":{"mode-mismatch":2}}]})";

constexpr const char* kConfig = R"({"version":2,
  "settings":{"policy.node":"spread","policy.chip":"binpack"},
  "sources":[{"name":"settings","from":"/etc/npushare.yaml","fingerprint":"f",
    "appliedAt":"2026-11-30T19:36:32Z","error":""}],
  "needsRestart":[{"field":"listen","inForce":"127.0.0.1:8080","written":"0.0.0.0:8080"}]})";

TEST(Waiting, ShowsWhoWaitsHowLongAndWhy) {
  FakeTransport transport;
  transport.on("GET /v1/waiting", 200, kWaiting);

  const Shown seen = shown({.subject = Subject::kWaiting}, transport);

  EXPECT_EQ(seen.exit_code, kExitFine);
  expect_tidy(seen.out);
  expect_golden("waiting", seen.out);
}

TEST(Waiting, ShowsTheWishTooWhereThereIsRoom) {
  FakeTransport transport;
  transport.on("GET /v1/waiting", 200, kWaiting);

  const Shown seen = shown({.subject = Subject::kWaiting, .output = Output::kWide}, transport);

  expect_tidy(seen.out, 160);
  expect_golden("waiting_wide", seen.out);
}

TEST(Waiting, IsCutDownToANamespace) {
  FakeTransport transport;
  transport.on("GET /v1/waiting", 200, kWaiting);

  const Shown seen = shown({.subject = Subject::kWaiting, .space = "ai"}, transport);

  EXPECT_THAT(seen.out, HasSubstr("ai/first"));
  EXPECT_THAT(seen.out, Not(HasSubstr("web/")));
}

TEST(History, ShowsTheNewestFirstAndSumsUpTheRefusals) {
  FakeTransport transport;
  transport.on("GET /v1/decisions?limit=100", 200, kDecisions);

  const Shown seen = shown({.subject = Subject::kHistory}, transport);

  expect_tidy(seen.out);
  expect_golden("history", seen.out);
}

TEST(History, OfTheLastHourLeavesOutWhatIsOlder) {
  FakeTransport transport;
  transport.on("GET /v1/decisions?limit=100", 200, kDecisions);

  const Shown seen =
      shown({.subject = Subject::kHistory, .only_refused = true, .since = std::chrono::hours{1}},
            transport);

  EXPECT_THAT(seen.out, HasSubstr("9 refusals of 1 pod: memory-short (1 pod)"));
  EXPECT_THAT(seen.out, Not(HasSubstr("web/old")));
  EXPECT_THAT(seen.out, Not(HasSubstr("ai/other")));
}

TEST(History, OfOnePodAsksTheServiceForIt) {
  FakeTransport transport;
  transport.on("GET /v1/decisions?limit=5&pod=ai%2Ffirst&verb=filter", 200, R"({"items":[]})");

  const Shown seen = shown(
      {.subject = Subject::kHistory, .space = "ai", .pod = "first", .verb = "filter", .limit = 5},
      transport);

  EXPECT_EQ(seen.out, "Nothing is remembered of that.\n");
}

TEST(History, PassesTheServicesComplaintOn) {
  FakeTransport transport;
  transport.on("GET /v1/decisions?limit=100&verb=evict", 400,
               R"({"error":"verb: \"evict\" is no verb; write filter, …"})");

  const Shown seen = shown({.subject = Subject::kHistory, .verb = "evict"}, transport);

  EXPECT_TRUE(seen.has_failed);
  EXPECT_EQ(seen.exit_code, kExitDiffers);
  EXPECT_THAT(seen.err, HasSubstr("npushare history: verb: \"evict\" is no verb"));
}

TEST(History, ShowsAPodsDecisionsInFullForExplain) {
  const std::string page =
      draw_decisions((*wire::Json::parse(kDecisions))["items"], Canvas{.now = evening()});

  expect_tidy(page);
  expect_golden("decisions", page);
  EXPECT_EQ(draw_decisions(wire::Json{}, Canvas{}), "");
}

TEST(Status, SaysWhoLeadsAndWhichPolicyIsInForce) {
  FakeTransport transport;
  transport.on("GET /readyz?verbose", 503,
               "[+]nodes ok\n[-]leadership: held by other_1\n[+]policy ok: node "
               "spread\n[!]certificate: ends soon, at T\n"
               "readyz check failed\n");
  transport.on("GET /v1/config", 200, kConfig);

  const Shown seen = shown({.subject = Subject::kStatus}, transport);

  EXPECT_EQ(seen.exit_code, kExitDiffers);
  expect_tidy(seen.out);
  expect_golden("status", seen.out);
}

TEST(Status, OfAServiceThatIsWellEndsWithNought) {
  FakeTransport transport;
  transport.on("GET /readyz?verbose", 200, "[+]nodes ok\nreadyz check passed\n");
  transport.on("GET /v1/config", 200, kConfig);

  const Shown seen = shown({.subject = Subject::kStatus}, transport);

  EXPECT_EQ(seen.exit_code, kExitFine);
  EXPECT_THAT(seen.out, HasSubstr("leader: this replica, the only one"));
}

TEST(ShownPages, SayWhenAnotherServiceAnswers) {
  FakeTransport transport;
  for (const char* path : {"GET /v1/waiting", "GET /v1/decisions?limit=100"})
    transport.on(path, 200, R"({"drift":[]})");
  transport.on("GET /readyz?verbose", 200, "hello");
  transport.on("GET /v1/config", 200, "{}");

  for (const Subject subject : {Subject::kWaiting, Subject::kHistory, Subject::kStatus}) {
    const Shown seen = shown({.subject = subject}, transport);
    EXPECT_TRUE(seen.has_failed) << word_of(subject);
    EXPECT_THAT(seen.err, HasSubstr("is this an npushare?"));
  }
}

}  // namespace
}  // namespace npushare::cli
