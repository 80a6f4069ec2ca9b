#include "scheduler/verbs/prioritize.hpp"

#include <gtest/gtest.h>

#include "tests/verbs/fixture_f.hpp"

namespace npushare::verbs_test {
namespace {

using Names = std::vector<std::string>;

struct Case {
  std::string id;
  wire::Pod pod;
  Names asked;
  std::string policy;
  std::string scores;  // "npu-01 1, npu-02 10"
};

std::string scores_of(const Result<std::string>& answer) {
  if (!answer) return answer.error().message;
  const Result<Json> json = Json::parse(*answer);
  std::string text;
  for (const Json& host : json->items()) {
    text += (text.empty() ? "" : ", ") + host["Host"].string() + " " +
            std::to_string(host["Score"].integer());
  }
  return text;
}

class Scores : public testing::TestWithParam<Case> {};

// The vectors' scores are whole tenths of a chip, with ties. Ours give 10 to exactly one host, the
// best at full precision, and 1...8 to the others that fit (design.md 6).
TEST_P(Scores, RankTheHosts) {
  World world(rules_with(GetParam().policy));
  furnish(world);

  const auto answer = verbs::prioritize(body(GetParam().pod, GetParam().asked), world.services);

  EXPECT_EQ(scores_of(answer), GetParam().scores);
}

const Names kTwo{"npu-01", "npu-02"};

INSTANTIATE_TEST_SUITE_P(
    FixtureF, Scores,
    testing::Values(
        Case{"kse-9.1-23", asker("6144"), kTwo, "binpack", "npu-01 1, npu-02 10"},
        Case{"kse-9.1-24", asker("6144"), kTwo, "spread", "npu-01 10, npu-02 1"},
        Case{"kse-9.1-25", asker("12288"), {"npu-01"}, "binpack", "npu-01 10"},
        // npu-02 no longer fits: 0, never left out.
        Case{"kse-9.1-26", asker(""), kTwo, "binpack", "npu-01 10, npu-02 0"},
        Case{"kse-9.1-27", asker("3072"), {"npu-02", "npu-01"}, "binpack", "npu-02 10, npu-01 1"},
        Case{"kse-9.1-28", backends_test::a_pod().app(), kTwo, "binpack", "npu-01 0, npu-02 0"},
        Case{"ghost", asker("6144"), {"ghost", "npu-01"}, "binpack", "ghost 0, npu-01 10"},
        Case{"invalid", asker("16Gi"), kTwo, "binpack", "npu-01 0, npu-02 0"}),
    [](const auto& test) { return "case_" + std::to_string(test.index); });

// kse-9.1-29: the caller answers 400.
TEST(Prioritize, ABodyThatCannotBeReadIsInvalid) {
  World world;

  const auto answer = verbs::prioritize("{", world.services);

  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kInvalid);
}

TEST(Prioritize, OfEqualHostsTheOneWithTheShorterLineIsBest) {
  World world;
  world.node("n1", Mode::kHard, {"A"}).node("n2", Mode::kHard, {"B"});
  world.gate.lines[NodeName{"n1"}] = 3;
  world.gate.lines[NodeName{"n2"}] = 1;

  const auto answer =
      verbs::prioritize(body(a_hard_pod("p", "3072"), Names{"n1", "n2"}), world.services);

  EXPECT_EQ(scores_of(answer), "n1 8, n2 10");
}

class HeldPlaces : public testing::Test {
 protected:
  HeldPlaces() { world_.node("n1", Mode::kHard, {"A"}).node("n2", Mode::kHard, {"B"}); }

  std::string scores(const std::string& pod, const std::string& memory) {
    verbs::Services with{.book = world_.book,
                         .rules = world_.rules,
                         .api = world_.kube,
                         .pods = world_.pods,
                         .gate = world_.gate,
                         .locks = world_.locks,
                         .observer = world_.reports,
                         .clock = world_.clock,
                         .holds = &holds_};
    return scores_of(verbs::prioritize(body(a_hard_pod(pod, memory), Names{"n1", "n2"}), with));
  }

  World world_;
  verbs::TentativeHolds holds_;
};

TEST_F(HeldPlaces, MakeBinpackFillUpBehindAPodThatIsAboutToCome) {
  world_.gate.lines[NodeName{"n1"}] = 1;  // so that the first goes to n2, against the names' order
  EXPECT_EQ(scores("first", "6144"), "n1 8, n2 10");
  world_.gate.lines.clear();

  EXPECT_EQ(scores("second", "3072"), "n1 1, n2 10");
}

TEST_F(HeldPlaces, NeverRefuseAndPutWhatFitsOnlyWithoutThemLast) {
  EXPECT_EQ(scores("first", ""), "n1 10, n2 8");

  EXPECT_EQ(scores("second", "12288"), "n1 1, n2 10");
}

TEST_F(HeldPlaces, AreOverInTwoSecondsAndDoNotCountForTheirOwnPod) {
  EXPECT_EQ(scores("first", ""), "n1 10, n2 8");
  EXPECT_EQ(scores("first", ""), "n1 10, n2 8");

  world_.clock.advance(verbs::TentativeHolds::kLength);

  EXPECT_EQ(scores("second", ""), "n1 10, n2 8");
}

TEST(Prioritize, EqualHostsAreToldApartByNameWhateverTheOrderAsked) {
  World world;
  world.node("n2", Mode::kHard, {"B"})
      .node("n1", Mode::kHard, {"A"})
      .node("n3", Mode::kHard, {"C"});

  const auto answer =
      verbs::prioritize(body(a_hard_pod("p", "3072"), Names{"n3", "n1", "n2"}), world.services);

  EXPECT_EQ(scores_of(answer), "n3 8, n1 10, n2 8");
}

TEST(Prioritize, ThePodsOwnPolicyWins) {
  World world;
  furnish(world);
  wire::Pod pod = asker("6144");
  pod.annotations["hami.io/node-scheduler-policy"] = "spread";

  EXPECT_EQ(scores_of(verbs::prioritize(body(pod, kTwo), world.services)), "npu-01 10, npu-02 1");
}

}  // namespace
}  // namespace npushare::verbs_test
