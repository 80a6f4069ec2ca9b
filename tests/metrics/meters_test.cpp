// What is counted while it happens.
#include "scheduler/metrics/meters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/metrics_page.hpp"

namespace npushare::metrics {
namespace {

using metrics_test::ReadPage;
using std::chrono::milliseconds;
using testing::IsEmpty;

Answered a_filter(Outcome outcome, const std::vector<std::pair<Reason, int>>& reasons) {
  Answered filter{.verb = Verb::kFilter, .outcome = outcome, .took = milliseconds{1}};
  for (const auto& [reason, count] : reasons) {
    for (int i = 0; i < count; ++i) filter.reasons.add(reason);
    filter.nodes += static_cast<std::size_t>(count);
  }
  return filter;
}

// case-C154: ten grants, three refusals for memory, two binds that came to nothing; drift is in
// ServiceMetrics.TellDriftByItsCause.
TEST(Meters, CountGrantsRefusalsAndFailedBinds) {
  Meters meters;
  for (int i = 0; i < 10; ++i) meters.bound({});
  for (int i = 0; i < 3; ++i)
    meters.answered(a_filter(Outcome::kRefused, {{Reason::kMemoryShort, 2}}));
  for (int i = 0; i < 2; ++i) meters.bound(Error{ErrorCode::kConflict, "ns/secret-pod: taken"});

  const ReadPage page(meters.text());

  EXPECT_THAT(page.complaints, IsEmpty());
  EXPECT_EQ(page.value(R"(npushare_binds_total{outcome="bound"})"), 10);
  EXPECT_EQ(page.value(R"(npushare_binds_total{outcome="conflict"})"), 2);
  EXPECT_EQ(page.value(R"(npushare_refusals_total{reason="memory-short"})"), 3);
  EXPECT_EQ(page.value(R"(npushare_refused_nodes_total{reason="memory-short"})"), 6);
  EXPECT_EQ(meters.text().find("secret-pod"), std::string::npos);
}

TEST(Meters, CountARefusedPodByWhatMostNodesWereRefusedFor) {
  Meters meters;

  meters.answered(
      a_filter(Outcome::kRefused, {{Reason::kModeMismatch, 40}, {Reason::kMemoryShort, 80}}));
  meters.answered(a_filter(Outcome::kDone, {{Reason::kUnhealthy, 7}}));

  const ReadPage page(meters.text());
  EXPECT_EQ(page.value(R"(npushare_refusals_total{reason="memory-short"})"), 1);
  EXPECT_EQ(page.sum("npushare_refusals_total{"), 1);
  EXPECT_EQ(page.value(R"(npushare_refused_nodes_total{reason="mode-mismatch"})"), 40);
  EXPECT_EQ(page.value(R"(npushare_refused_nodes_total{reason="unhealthy"})"), 7);
}

TEST(Meters, CountQuestionsByVerbAndOutcome) {
  Meters meters;

  meters.answered({.verb = Verb::kPrioritize,
                   .took = milliseconds{3},
                   .body_bytes = 500,
                   .nodes = 10,
                   .fit = 4});
  meters.answered({.verb = Verb::kBind, .outcome = Outcome::kNotLeading});

  const ReadPage page(meters.text());
  EXPECT_EQ(page.value(R"(npushare_requests_total{outcome="done",verb="prioritize"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_requests_total{outcome="not-leading",verb="bind"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_request_body_bytes_total{verb="prioritize"})"), 500);
  EXPECT_EQ(page.value(R"(npushare_candidates_total{verb="prioritize",verdict="fit"})"), 4);
  EXPECT_EQ(page.value(R"(npushare_candidates_total{verb="prioritize",verdict="refused"})"), 6);
  const std::string took = "npushare_request_duration_seconds_bucket{verb=\"prioritize\",le=";
  EXPECT_EQ(page.value(took + R"("0.0025"})"), 0);
  EXPECT_EQ(page.value(took + R"("0.005"})"), 1);
  EXPECT_EQ(page.value(R"(npushare_request_duration_seconds_count{verb="bind"})"), 1);
}

TEST(Meters, TellWaitsByHowTheyEnded) {
  Meters meters;

  meters.waited(Wait::kTurn, milliseconds{20});
  meters.waited(Wait::kSentAway, milliseconds{3500});
  meters.doubted();

  const ReadPage page(meters.text());
  EXPECT_EQ(page.value(R"(npushare_gate_wait_seconds_count{outcome="turn"})"), 1);
  EXPECT_NEAR(page.value(R"(npushare_gate_wait_seconds_sum{outcome="sent-away"})"), 3.5, 1e-9);
  EXPECT_EQ(page.value(R"(npushare_gate_wait_seconds_count{outcome="given-up"})"), 0);
  EXPECT_EQ(page.value("npushare_uncertain_bindings_total"), 1);
}

struct CallCase {
  const char* name;
  kube::CallEnd call;
  const char* series;
};

class ApiCalls : public testing::TestWithParam<CallCase> {};

TEST_P(ApiCalls, AreCountedByVerbAndCode) {
  Meters meters;

  meters.called(GetParam().call);

  const ReadPage page(meters.text());
  EXPECT_EQ(page.value(std::string("npushare_api_requests_total{") + GetParam().series + "}"), 1);
  EXPECT_EQ(page.count("npushare_api_requests_total{"), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Table, ApiCalls,
    testing::Values(
        CallCase{"answered", {.verb = "POST", .status = 201}, R"(code="201",verb="POST")"},
        CallCase{"watch", {.verb = "WATCH", .status = 200}, R"(code="200",verb="WATCH")"},
        CallCase{"refused", {.verb = "PATCH", .status = 409}, R"(code="409",verb="PATCH")"},
        CallCase{"lost",
                 {.verb = "POST", .error = ErrorCode::kUncertain},
                 R"(code="uncertain",verb="POST")"},
        CallCase{"first_status", {.verb = "GET", .status = 100}, R"(code="100",verb="GET")"},
        CallCase{"below_it", {.verb = "GET", .status = 99}, R"(code="other",verb="GET")"},
        CallCase{"last_status", {.verb = "GET", .status = 599}, R"(code="599",verb="GET")"},
        CallCase{"above_it", {.verb = "GET", .status = 600}, R"(code="other",verb="GET")"},
        CallCase{"strange_method", {.verb = "BREW", .status = 418}, R"(code="418",verb="other")"}),
    [](const auto& test) { return std::string(test.param.name); });

// Whoever divides by what has not happened yet gets an answer: each series is there from the start.
TEST(Meters, HaveTheirSeriesFromTheStart) {
  const ReadPage page(Meters().text());

  EXPECT_THAT(page.complaints, IsEmpty());
  EXPECT_EQ(page.count("npushare_binds_total{"), 11U);
  EXPECT_EQ(page.count("npushare_refusals_total{"), static_cast<std::size_t>(kLastReason) + 1);
  EXPECT_EQ(page.count("npushare_requests_total{"), 38U);
  EXPECT_EQ(page.sum("npushare_requests_total{"), 0);
}

}  // namespace
}  // namespace npushare::metrics
