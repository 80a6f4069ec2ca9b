// Volcano's own node scores under its own policies, and ours: spec/volcano-deviceshare.md 10.4.
#include <gtest/gtest.h>

#include "scheduler/volcano/asked.hpp"
#include "scheduler/volcano/scores.hpp"
#include "tests/support/policies_builders.hpp"
#include "tests/support/volcano_world.hpp"

namespace npushare::volcano_test {
namespace {

using verbs_test::rules_with;

verbs::Rules volcano_rules(const std::string& policy, std::int64_t weight = 10) {
  verbs::Rules rules = rules_with();
  rules.volcano.weight = weight;
  rules.volcano.node_policy = find_policy(policy);
  rules.volcano.chip_policy = find_policy(policy);
  return rules;
}

wire::Pod twice(wire::Pod pod) {
  pod.containers.push_back(pod.containers.front());
  pod.containers.back().name = "c1";
  return pod;
}

/// Used(1, memory, 0) of the chips in their order; 0: nobody is there.
struct Row {
  const char* id;
  const char* policy;
  std::vector<std::int64_t> used;
  wire::Pod pod;
  double score;
};

class VolcanoOwnScore : public testing::TestWithParam<Row> {};

TEST_P(VolcanoOwnScore, IsExact) {
  const Row& row = GetParam();
  VolcanoWorld world(volcano_rules(row.policy));
  world.node("n1", Mode::kSoft, {kU1, kU2});
  for (std::size_t chip = 0; chip < row.used.size(); ++chip) {
    wire::Pod old = soft("old" + std::to_string(chip), "1", std::to_string(row.used[chip]));
    old.annotations["hami.io/use-Ascend310P-uuid"] = chip == 0 ? kU1 : kU2;
    if (row.used[chip] > 0) world.running(old, "n1");
  }

  const Scores scores = world.prioritize(row.pod, {"n1"});

  EXPECT_EQ(scores.of.at("n1"), row.score);
}

// V-40: Volcano's score is 380 on chips that others use; ours is for nodes that fit, and a
// container with several soft chips shares none of them (policies/volcano.hpp has the 380).
INSTANTIATE_TEST_SUITE_P(
    Vectors, VolcanoOwnScore,
    testing::Values(
        Row{"volcano-V-36", "volcano-binpack", {8192}, soft("p", "1", "8192"), 380},
        Row{"volcano-V-37", "volcano-spread", {8192}, soft("p", "1", "8192"), 1000},
        Row{"volcano-V-39", "volcano-binpack", {8192, 4096}, twice(soft("p", "1", "1000")), 570},
        Row{"volcano-V-40", "volcano-binpack", {8192, 4096}, soft("p", "2", "1000"), 0},
        Row{"volcano-V-41", "volcano-binpack", {8192, 4096}, soft("p", "1", "14000"), 190},
        Row{"volcano-V-42", "volcano-binpack", {8192, 4096}, soft("p", "1", "18000"), 0}),
    [](const auto& row) { return test::as_test_name(row.param.id); });

// volcano-V-43
TEST(VolcanoOwnScore, IsExactForTemplatesToo) {
  VolcanoWorld world(volcano_rules("volcano-binpack"));
  world.node("n1", Mode::kHard, {kU1});
  world.running(a_hard_pod("x", "12288"), "n1").running(a_hard_pod("y", "6144"), "n1");

  EXPECT_EQ(world.prioritize(a_hard_pod("p", "3072"), {"n1"}).of.at("n1"), 860);
}

// volcano-V-38: Volcano scores 0 for a policy that it does not know. Ours is never without one: an
// empty or misspelt SchedulePolicy leaves the configured policy in force.
TEST(VolcanoScore, IsByTheConfiguredPolicyWhereVolcanoNamesNone) {
  VolcanoWorld world(rules_with("binpack"));
  world.node("n1", Mode::kSoft, {kU1});
  world.running(soft("old", "1", "8192"), "n1");

  // (8192 + 8192) of 21527 MiB, no cores: half of 76.1 %, times 10, by the one chip there is.
  EXPECT_NEAR(world.prioritize(soft("p", "1", "8192"), {"n1"}).of.at("n1"), 380.5, 0.1);
}

// volcano-V-44
TEST(VolcanoScore, IsZeroEverywhereWithoutAWeight) {
  for (const std::int64_t weight : {0, -5}) {
    VolcanoWorld world(volcano_rules("volcano-spread", weight));
    world.node("n1", Mode::kSoft, {kU1}).node("n2", Mode::kSoft, {kU2});

    const Scores scores = world.prioritize(soft("p", "1", "8192"), {"n1", "n2"});

    EXPECT_EQ(scores.of, (std::map<std::string, double>{{"n1", 0}, {"n2", 0}}));
  }
}

// volcano-V-71: what Volcano leaves to chance when no policy is stored, ours decides by its policy.
TEST(VolcanoScore, AndThePlacementAfterItFollowTheSamePolicy) {
  for (const auto& [policy, chip] : {std::pair{"binpack", kU1}, std::pair{"spread", kU2}}) {
    VolcanoWorld world(rules_with(policy));
    world.node("n1", Mode::kSoft, {kU1, kU2});
    world.running(soft("old", "1", "8192"), "n1");
    const wire::Pod pod = soft("p", "1", "8192");

    world.allocate(pod, "n1");  // without a call of prioritize, as for a single candidate

    EXPECT_EQ(world.chips_of(pod, "n1"), std::vector<std::string>{chip});
  }
}

TEST(VolcanoScore, SetsEqualNodesApartByLessThanAThousandth) {
  VolcanoWorld world;
  for (const char* name : {"n3", "n1", "n2"}) world.node(name, Mode::kSoft, {kU1});

  const Scores scores = world.prioritize(soft("p", "1", "8192"), {"n3", "n1", "n2"});

  const double lowest = scores.of.at("n3");
  EXPECT_GT(scores.of.at("n1"), scores.of.at("n2"));
  EXPECT_GT(scores.of.at("n2"), lowest);
  EXPECT_LT(scores.of.at("n1") - lowest, volcano::kTieSpan);
  EXPECT_EQ(world.notes.best, "n1");
}

TEST(VolcanoScore, DoesNotHangOnTheOrderOfTheQuestion) {
  VolcanoWorld world;
  for (const char* name : {"a", "b", "c", "d"}) world.node(name, Mode::kSoft, {kU1, kU2});
  world.running(soft("old", "1", "8192"), "c");
  const wire::Pod pod = soft("p", "1", "4096");

  EXPECT_EQ(world.prioritize(pod, {"a", "b", "c", "d"}).of,
            world.prioritize(pod, {"d", "c", "b", "a"}).of);
}

TEST(VolcanoScore, HonoursThePodsOwnPolicy) {
  VolcanoWorld world(rules_with("binpack"));
  world.node("full", Mode::kSoft, {kU1}).node("idle", Mode::kSoft, {kU2});
  world.running(soft("old", "1", "8192"), "full");
  wire::Pod pod = soft("p", "1", "4096");
  EXPECT_GT(world.prioritize(pod, {"full", "idle"}).of.at("full"),
            world.prioritize(pod, {"full", "idle"}).of.at("idle"));

  pod.annotations["hami.io/node-scheduler-policy"] = "spread";

  EXPECT_LT(world.prioritize(pod, {"full", "idle"}).of.at("full"),
            world.prioritize(pod, {"full", "idle"}).of.at("idle"));
}

}  // namespace
}  // namespace npushare::volcano_test
