// Volcano's configuration as a source of ours: its policy counts, as it changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/service_config.hpp"
#include "tests/support/volcano_files.hpp"

namespace npushare::service_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::a_volcano_conf;

const std::string kBinpack =
    a_volcano_conf("deviceshare.SchedulePolicy: binpack, deviceshare.ScheduleWeight: 10");
const std::string kSpread =
    a_volcano_conf("deviceshare.SchedulePolicy: spread, deviceshare.ScheduleWeight: 10");
const std::string kSilent = a_volcano_conf("");

TEST(ReloadVolcano, FollowsTheSchedulePolicyOfANewVersion) {
  ConfigDesk desk("{}\n", kBinpack);
  EXPECT_EQ(desk.rules.load()->chip_policy_name, "binpack");
  EXPECT_EQ(desk.version(), 1);

  desk.volcano(kSpread);

  EXPECT_EQ(desk.rules.load()->node_policy_name, "spread");
  EXPECT_EQ(desk.rules.load()->chip_policy_name, "spread");
  EXPECT_EQ(desk.version(), 2);
  EXPECT_THAT(desk.live->policies(), HasSubstr("node spread, chip spread, from "));
  EXPECT_THAT(desk.live->policies(), HasSubstr("volcano-scheduler.conf"));
  EXPECT_EQ(desk.live->page()["volcano"]["deviceshare.SchedulePolicy"].string(), "spread");
}

TEST(ReloadVolcano, CountsBeforeOurOwnPolicyWhereItNamesOne) {
  ConfigDesk desk("policy: {node: hami-spread, chip: binpack}\n", kSpread);
  EXPECT_EQ(desk.in_force("policy.node"), "spread");

  desk.volcano(kSilent);

  EXPECT_EQ(desk.in_force("policy.node"), "hami-spread");
  EXPECT_EQ(desk.in_force("policy.chip"), "binpack");
  EXPECT_THAT(desk.live->policies(), HasSubstr("npushare.yaml"));
}

TEST(ReloadVolcano, StaysAboveANewVersionOfOurOwnFile) {
  ConfigDesk desk("policy: {node: binpack}\n", kSpread);

  desk.settings("policy: {node: binpack}\nfilter: {singleNode: true}\n");

  EXPECT_EQ(desk.in_force("policy.node"), "spread");
  EXPECT_TRUE(desk.rules.load()->single_node);
  desk.volcano(kSilent);
  EXPECT_EQ(desk.in_force("policy.node"), "binpack");
}

TEST(ReloadVolcano, MeansVolcanosOwnFormulasOnRequest) {
  ConfigDesk desk("volcano: {formulas: volcano}\n", kSpread);
  EXPECT_EQ(desk.rules.load()->node_policy_name, "volcano-spread");

  desk.settings("volcano: {formulas: npushare}\n");
  EXPECT_EQ(desk.rules.load()->node_policy_name, "spread");
}

TEST(ReloadVolcano, TellsTheVerbsTheWeightAndWhoPicksTheChips) {
  ConfigDesk desk("{}\n", a_volcano_conf("deviceshare.ScheduleWeight: 7"));
  EXPECT_EQ(desk.rules.load()->volcano.weight, 7);
  EXPECT_FALSE(desk.rules.load()->volcano.is_adviser);

  desk.volcano(a_volcano_conf("deviceshare.AscendHAMiVNPUEnable: \"true\""));

  EXPECT_EQ(desk.rules.load()->volcano.weight, verbs::kVolcanoWeight);
  EXPECT_TRUE(desk.rules.load()->volcano.is_adviser);
}

// volcano-V-44: a weight that is absent is 0 to Volcano, and to us where its formulas are asked
// for.
TEST(ReloadVolcano, TakesAnAbsentWeightForNoneWithVolcanosOwnFormulas) {
  ConfigDesk desk("volcano: {formulas: volcano}\n", kSilent);
  EXPECT_EQ(desk.rules.load()->volcano.weight, 0);

  desk.settings("{}\n");
  EXPECT_EQ(desk.rules.load()->volcano.weight, verbs::kVolcanoWeight);
}

// volcano-3.3: a bad new version keeps the last good one, and raises an event.
TEST(ReloadVolcano, KeepsTheLastGoodVersionAndSaysWhyOnce) {
  ConfigDesk desk("{}\n", kSpread);

  desk.volcano(a_volcano_conf("deviceshare.SchedulePolicy: Spread"));
  desk.look();

  EXPECT_EQ(desk.rules.load()->node_policy_name, "spread");
  EXPECT_THAT(desk.live->problem(),
              HasSubstr("volcano-scheduler.conf:6: deviceshare.SchedulePolicy: \"Spread\" is no "
                        "policy"));
  EXPECT_EQ(desk.notices.texts.size(), 1U);
  const metrics::ConfigState state = desk.live->state();
  ASSERT_EQ(state.origins.size(), 3U);
  EXPECT_EQ(state.origins[2].name, "volcano");
  EXPECT_TRUE(state.origins[2].is_refused);

  desk.volcano(kBinpack);
  EXPECT_EQ(desk.live->problem(), "");
  EXPECT_EQ(desk.rules.load()->node_policy_name, "binpack");
}

TEST(ReloadVolcano, KeepsTheLastGoodVersionWhenTheFileIsGone) {
  ConfigDesk desk("{}\n", kSpread);

  desk.files.remove("volcano-scheduler.conf");
  desk.look();

  EXPECT_EQ(desk.rules.load()->node_policy_name, "spread");
  EXPECT_THAT(desk.live->problem(), HasSubstr("cannot be read"));
}

TEST(ReloadVolcano, SaysThatAnotherConfigMapWaitsForAStart) {
  ConfigDesk desk("{}\n", kSpread);

  desk.volcano(a_volcano_conf("deviceshare.KnownGeometriesCMName: chips"));

  const wire::Json waiting = desk.live->page()["needsRestart"];
  ASSERT_EQ(waiting.items().size(), 3U);  // its namespace, name and key, where there was no map
  EXPECT_EQ(desk.in_force("deviceConfigMap.name"), "");
  EXPECT_THAT(waiting.items()[0]["field"].string(), HasSubstr("deviceConfigMap."));
}

TEST(ReloadVolcano, IsNoSourceWhereThereIsNoSuchFile) {
  ConfigDesk desk("{}\n");

  EXPECT_EQ(desk.source("volcano"), wire::Json());
  EXPECT_EQ(desk.live->state().origins.size(), 2U);
  EXPECT_THAT(desk.live->policies(), HasSubstr("node binpack, chip binpack, from "));
}

}  // namespace
}  // namespace npushare::service_test
