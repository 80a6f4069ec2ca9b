// How Volcano reads answers (volcano_client.hpp), and that ours are read as they are meant:
// spec/volcano-deviceshare.md 10.11.
#include <gtest/gtest.h>

#include "scheduler/volcano/quiet_answers.hpp"
#include "tests/support/volcano_world.hpp"

namespace npushare::volcano_test {
namespace {

struct Reading {
  const char* id;
  const char* body;
  bool fits;
  std::int64_t code;
  const char* reason;
};

class VolcanoVerdict : public testing::TestWithParam<Reading> {};

TEST_P(VolcanoVerdict, IsReadAsVolcanoReadsIt) {
  const Reading& row = GetParam();

  const Verdict verdict = read_verdict(row.body);

  EXPECT_EQ(verdict.fits(), row.fits) << row.id;
  EXPECT_EQ(verdict.code, row.code) << row.id;
  EXPECT_EQ(verdict.reason, row.reason) << row.id;
}

// volcano-V-116 volcano-V-117 volcano-V-118 volcano-V-119 volcano-V-120 volcano-V-121 volcano-V-122
INSTANTIATE_TEST_SUITE_P(
    Vectors, VolcanoVerdict,
    testing::Values(Reading{"V-116", "{}", true, 0, ""}, Reading{"V-116", "null", true, 0, ""},
                    Reading{"V-117", "", false, 1, ""},
                    Reading{"V-118", R"({"status":"","code":2})", true, 0, ""},
                    Reading{"V-119", R"({"status":"x"})", false, 1, "x"},
                    Reading{"V-120", R"({"STATUS":"y","Code":3})", false, 3, "y"},
                    Reading{"V-121", R"({"status":"x","code":2.0})", false, 1, ""},
                    Reading{"V-121", R"({"status":"x","code":"2"})", false, 1, ""},
                    Reading{"V-122", R"({"status":"a"}garbage)", false, 1, "a"},
                    Reading{"V-123", R"({"status":"x","code":7})", true, 7, "x"}));

TEST(VolcanoVerdict, OfOursIsReadAsItIsMeant) {
  const std::string reason = "needs <one> & \"another\"";
  const Verdict refused = read_verdict(wire::write_volcano_verdict(reason, 3));
  const Verdict fits = read_verdict(wire::write_volcano_verdict("", 0));

  EXPECT_EQ(refused.reason, reason);
  EXPECT_EQ(refused.code, 3);
  EXPECT_FALSE(refused.fits());
  EXPECT_TRUE(fits.fits());
}

// volcano-V-127
TEST(VolcanoScores, ThatAreMissingMakeTheTaskWait) {
  EXPECT_EQ(read_scores("{}").error, "");
  EXPECT_EQ(read_scores(R"({"nodeScore":null})").error, "");
  EXPECT_EQ(read_scores(wire::write_volcano_no_scores("not now")).error, "not now");
}

// volcano-V-128
TEST(VolcanoScores, MayBeNoneAtAll) {
  EXPECT_EQ(read_scores(R"({"nodeScore":{}})").error, std::nullopt);
  EXPECT_EQ(read_scores(wire::write_volcano_scores({})).error, std::nullopt);
}

// volcano-V-129
TEST(VolcanoScores, AreAddedAsTheyAre) {
  const std::vector<wire::VolcanoScore> scores{{"n1", 1.5}, {"n2", 3}, {"n\"3", 1234.000666}};

  const Scores read = read_scores(wire::write_volcano_scores(scores));

  EXPECT_EQ(read.of,
            (std::map<std::string, double>{{"n1", 1.5}, {"n2", 3}, {"n\"3", 1234.000666}}));
}

// volcano-V-130
TEST(VolcanoScores, MustBeNumbers) {
  EXPECT_TRUE(read_scores(R"({"nodeScore":{"n1":"1"}})").error);
  EXPECT_TRUE(read_scores(R"({"nodeScore":{"n1":1e400}})").error);
}

// volcano-V-125: an answer of more than 10 MiB is an error there. Ours for 50,000 nodes stays
// below.
TEST(VolcanoScores, OfTheLargestClusterAreReadToTheirEnd) {
  constexpr std::size_t kReadLimit = 10U << 20U;
  std::vector<std::string> names;
  for (int i = 0; i < 50'000; ++i)
    names.push_back(std::string(57, 'n') + std::to_string(100'000 + i));
  std::vector<wire::VolcanoScore> scores;
  for (const std::string& name : names) scores.push_back({name, 1234.000666});

  const std::string answer = wire::write_volcano_scores(scores);

  EXPECT_LT(answer.size(), kReadLimit);
  EXPECT_EQ(read_scores(answer).of.size(), 50'000U);
}

// What of our answers to the other verbs leaves Volcano's opinion as it is: 5.3, 5.4.
// volcano-V-140, volcano-V-141: a failed call would decide; ours are constant texts and cannot
// fail.
TEST(VolcanoQuietAnswers, DecideNothing) {
  std::map<std::string_view, wire::Json> answers;
  for (const volcano::QuietAnswer& answer : volcano::kQuietAnswers) {
    if (answer.verb == "onSessionOpen") continue;  // its answer is not read
    const Result<wire::Json> json = first_value(std::string(answer.body));
    ASSERT_TRUE(json) << answer.verb;
    answers[answer.verb] = *json;
  }

  for (const char* vote : {"preemptable", "reclaimable", "jobEnqueueable"})
    EXPECT_EQ(go_integer(field(answers.at(vote), "status")), 0) << vote;
  EXPECT_TRUE(field(answers.at("jobReady"), "status").boolean());
  EXPECT_FALSE(field(answers.at("queueOverused"), "overused").boolean());
  EXPECT_TRUE(answers.at("jobEnqueued").is_object());
}

// volcano-V-139: our own refusal is followed by a rollback of what we never took.
TEST(VolcanoAllocate, IsRolledBackAfterItsOwnRefusal) {
  VolcanoWorld world;
  world.node("n1", Mode::kSoft, {kU1}).running(soft("old", "1", "20000"), "n1");
  const Amount before = world.used("n1");
  const wire::Pod a = soft("a", "1", "8192");

  EXPECT_NE(world.allocate(a, "n1"), std::nullopt);
  EXPECT_EQ(world.deallocate(a, "n1"), std::nullopt);
  EXPECT_EQ(world.deallocate(a, "n1"), std::nullopt);

  EXPECT_EQ(world.used("n1"), before);
}

// volcano-V-136: such a pod is not sent with managedResources; without them it is, and passes.
TEST(VolcanoEvents, OfPodsWithoutNpusAreDoneWithoutATrace) {
  VolcanoWorld world;
  world.node("n1", Mode::kSoft, {kU1});
  const wire::Pod plain = backends_test::a_pod().app();

  EXPECT_TRUE(world.predicate(plain, "n1").fits());
  EXPECT_EQ(world.prioritize(plain, {"n1"}).of.at("n1"), 0);
  EXPECT_EQ(world.allocate(plain, "n1"), std::nullopt);
  EXPECT_EQ(world.deallocate(plain, "n1"), std::nullopt);
  EXPECT_EQ(world.trials.counts().trials, 0U);
}

TEST(VolcanoCalls, ThatCannotBeReadAreAnsweredWithWhatIsWrong) {
  VolcanoWorld world;
  verbs::CallNotes notes;
  for (const std::string body : {"", "[]", "{}", R"({"task":null})", R"({"task":{"Pod":7}})"}) {
    const Verdict verdict =
        read_verdict(volcano::predicate(body, world.services, world.trials, notes));
    EXPECT_EQ(verdict.code, 1);
    EXPECT_TRUE(verdict.reason.starts_with("bad request: ")) << verdict.reason;
    EXPECT_TRUE(read_scores(volcano::prioritize(body, world.services, world.trials, notes)).error);
    EXPECT_TRUE(read_event(volcano::allocate(body, world.services, world.trials, notes)));
    EXPECT_TRUE(read_event(volcano::deallocate(body, world.services, world.trials, notes)));
  }
}

}  // namespace
}  // namespace npushare::volcano_test
