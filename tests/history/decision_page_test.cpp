// GET /v1/decisions and GET /v1/waiting: docs/reference/http.md.
#include "scheduler/history/decision_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/history_builders.hpp"

namespace npushare::history_test {
namespace {

using history::LogEntry;
using history::read_question;
using testing::HasSubstr;
using wire::Json;

TEST(DecisionPage, ShowsEveryFieldOfADecision) {
  Decision refusal = a_refusal("p", 60, 2);
  refusal.reasons.add(Reason::kModeMismatch);
  refusal.nodes = 3;
  const std::vector<LogEntry> entries{{.decision = refusal, .first = at(0), .times = 4}};

  EXPECT_EQ(history::json_of(entries), *Json::parse(R"([{
    "at":"2026-08-14T07:48:40Z","first":"2026-08-14T07:47:40Z","times":4,
    "pod":"ai/p","uid":"uid-p","verb":"filter","node":"","outcome":"refused",
    "message":"0/3 nodes: 2 insufficient NPU memory, 1 NPU split in another mode",
    "nodes":3,"fits":0,"reasons":{"memory-short":2,"mode-mismatch":1}}])"));
}

TEST(DecisionPage, SaysHowManyNodesFitAndWhyTheOthersDoNot) {
  Decision placed = a_refusal("p", 0, 2);
  placed.nodes = 5;
  placed.fits = 3;
  EXPECT_EQ(text_of(placed), "3/5 nodes fit: 2 insufficient NPU memory");

  placed.message = "what somebody said";
  EXPECT_EQ(text_of(placed), "what somebody said");
  EXPECT_EQ(text_of(a_bind("p", 0)), "");
}

TEST(DecisionPage, ShowsAWaitingPod) {
  const history::WaitingPod pod{.last = a_refusal("p", 60, 2), .since = at(0), .attempts = 4};

  EXPECT_EQ(history::json_of(pod, "1 x 8192 MiB, 0 cores"), *Json::parse(R"({
    "pod":"ai/p","uid":"uid-p","since":"2026-08-14T07:47:40Z","asks":"1 x 8192 MiB, 0 cores",
    "attempts":4,"last":"2026-08-14T07:48:40Z","message":"0/2 nodes: 2 insufficient NPU memory",
    "nodes":2,"reasons":{"memory-short":2}})"));
}

TEST(DecisionPage, ReadsItsQuestion) {
  const auto question = read_question("7", "ai/p", "bind");

  ASSERT_TRUE(question);
  EXPECT_EQ(question->limit, 7U);
  EXPECT_EQ(question->pod, (PodKey{"ai", "p"}));
  EXPECT_EQ(question->verb, Verb::kBind);
  EXPECT_EQ(read_question("", "", "")->limit, 100U);
}

struct Wrong {
  const char* limit;
  const char* pod;
  const char* verb;
  const char* says;
};

class WrongQuestion : public testing::TestWithParam<Wrong> {};

TEST_P(WrongQuestion, IsToldWhatToWrite) {
  const auto question = read_question(GetParam().limit, GetParam().pod, GetParam().verb);

  ASSERT_FALSE(question);
  EXPECT_EQ(question.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(question.error().message, HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Words, WrongQuestion,
    testing::Values(Wrong{"0", "", "", "limit: \"0\" is no number from 1 to 1000"},
                    Wrong{"1001", "", "", "from 1 to 1000"}, Wrong{"-1", "", "", "limit"},
                    Wrong{"7x", "", "", "limit"},
                    Wrong{"99999999999999999999", "", "", "from 1 to 1000"},
                    Wrong{"", "p", "", "write NAMESPACE/NAME"}, Wrong{"", "/p", "", "pod"},
                    Wrong{"", "ai/", "", "pod"}, Wrong{"", "a/b/c", "", "pod"},
                    Wrong{"", "", "evict", "write filter, prioritize, preempt, bind"}));

TEST(DecisionWords, AreReadAsTheyAreWritten) {
  for (const Verb verb : {Verb::kFilter, Verb::kPrioritize, Verb::kPreempt, Verb::kBind,
                          Verb::kNudge, Verb::kRelease})
    EXPECT_EQ(history::verb_named(word_of(verb)), verb);
}

}  // namespace
}  // namespace npushare::history_test
