#include "config/volcano_conf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/config_files.hpp"

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::config_fixture;
using testing_support::with;

VolcanoConf conf_in(const std::string& text) {
  const Result<VolcanoReading> read = read_volcano_conf(text, "v.conf");
  EXPECT_TRUE(read) << (read ? "" : read.error().message);
  return read ? read->conf : VolcanoConf{};
}

std::string refusal_of(const std::string& text) {
  const Result<VolcanoReading> read = read_volcano_conf(text, "v.conf");
  EXPECT_FALSE(read) << text;
  return read ? std::string() : read.error().message;
}

TEST(VolcanoConf, OfLab13SaysBinpackWithoutAWeight) {
  const VolcanoConf conf = conf_in(config_fixture("volcano-lab13.yaml"));

  EXPECT_EQ(conf.policy, "binpack");
  EXPECT_EQ(conf.weight, std::nullopt);
  EXPECT_TRUE(conf.picks_chips);
  ASSERT_TRUE(conf.geometries);
  EXPECT_EQ(*conf.geometries, (ConfigMapSource{"kube-system", "hami-scheduler-device"}));
  EXPECT_FALSE(conf.asks_extender);
}

TEST(VolcanoConf, OfAnAllocatorSaysSoAndNamesNoConfigMap) {
  const VolcanoConf conf = conf_in(config_fixture("volcano-allocator.conf"));

  EXPECT_EQ(conf.policy, "spread");
  EXPECT_EQ(conf.weight, 10);
  EXPECT_FALSE(conf.picks_chips);
  EXPECT_EQ(conf.geometries, std::nullopt);
  EXPECT_TRUE(conf.asks_extender);
  EXPECT_TRUE(conf.asks_allocate);
}

// volcano-V-105
TEST(VolcanoConf, KeepsThePolicyAndTheWeightBesideOtherDevices) {
  const std::string text =
      with(config_fixture("volcano-allocator.conf"), "deviceshare.SchedulePolicy: spread",
           "deviceshare.SchedulePolicy: binpack\n"
           "      deviceshare.VGPUEnable: true");

  EXPECT_EQ(conf_in(text).policy, "binpack");
  EXPECT_EQ(conf_in(text).weight, 10);
}

TEST(VolcanoConf, GoesByTheLastEntryOfAnyTierWhole) {
  const std::string text =
      "actions: allocate\n"
      "tiers:\n"
      "- plugins:\n"
      "  - name: predicates\n"
      "  - name: deviceshare\n"
      "    arguments: {deviceshare.SchedulePolicy: spread, deviceshare.ScheduleWeight: 7,\n"
      "                deviceshare.KnownGeometriesCMName: first}\n"
      "- plugins:\n"
      "  - name: deviceshare\n"
      "    arguments: {deviceshare.SchedulePolicy: binpack, deviceshare.ScheduleWeight: 0x10}\n";

  const Result<VolcanoReading> read = read_volcano_conf(text, "v.conf");

  ASSERT_TRUE(read);
  EXPECT_EQ(read->conf.policy, "binpack");
  EXPECT_EQ(read->conf.weight, 16);
  EXPECT_EQ(read->conf.geometries, std::nullopt);
  EXPECT_THAT(read->warnings,
              ElementsAre("v.conf:5: tiers[0].plugins[1]: a later entry of deviceshare, on line 9, "
                          "takes the place of this one, whole; keep one"));
}

TEST(VolcanoConf, WithoutAnArgumentHasVolcanosDefaults) {
  EXPECT_EQ(conf_in("actions: allocate\ntiers:\n- plugins: [{name: gang}]\n"), VolcanoConf{});
  EXPECT_EQ(conf_in("actions: allocate\n"), VolcanoConf{});
}

struct RefusedCase {
  std::string name;
  std::string text;
  std::string part;
};

class RefusedVolcanoConf : public testing::TestWithParam<RefusedCase> {};

TEST_P(RefusedVolcanoConf, IsRefusedAsVolcanoRefusesIt) {
  EXPECT_THAT(refusal_of(GetParam().text), HasSubstr(GetParam().part));
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedVolcanoConf,
    testing::Values(
        RefusedCase{"empty", "", "v.conf:1: the file is empty"},
        RefusedCase{"no_actions", "tiers: []", "actions: names an empty action"},
        // volcano-V-115
        RefusedCase{"a_comma_at_the_end", "actions: \"enqueue, allocate,\"",
                    "v.conf:1: actions: names an empty action, so Volcano refuses the whole file"},
        RefusedCase{"an_unknown_action", "\nactions: allocate, schedule",
                    "v.conf:2: actions: Volcano has no action \"schedule\""},
        RefusedCase{"actions_as_a_list", "actions: [allocate]",
                    "actions: is a list and must be text"},
        RefusedCase{"tiers_as_a_mapping", "actions: allocate\ntiers: {}",
                    "v.conf:2: tiers: is a mapping and must be a list"},
        RefusedCase{"a_tier_as_text", "actions: allocate\ntiers: [drf]",
                    "tiers[0]: is drf and must be a mapping"},
        RefusedCase{"plugins_as_a_mapping", "actions: allocate\ntiers:\n- plugins: {name: drf}",
                    "tiers[0].plugins: is a mapping and must be a list"},
        RefusedCase{"arguments_as_a_list",
                    "actions: allocate\ntiers:\n- plugins:\n  - name: drf\n    arguments: [a]",
                    "tiers[0].plugins[0].arguments: is a list and must be a mapping"},
        // volcano-V-114
        RefusedCase{"a_quoted_option",
                    "actions: allocate\ntiers:\n- plugins:\n  - name: drf\n"
                    "    enablePredicate: \"true\"",
                    "v.conf:5: tiers[0].plugins[0].enablePredicate: is \"true\" in quotes and must "
                    "be a plain true or false, so Volcano refuses the whole file"},
        RefusedCase{
            "hierarchy_beside_proportion",
            "actions: allocate\ntiers:\n- plugins:\n  - {name: drf, enableHierarchy: true}\n"
            "  - name: proportion",
            "v.conf:4: tiers[0].plugins[0].enableHierarchy: is true beside proportion"},
        RefusedCase{"a_metric_as_a_list", "actions: allocate\nmetrics: {type: [a]}",
                    "metrics.type: is a list and must be text"},
        RefusedCase{"a_key_twice", "actions: allocate\nactions: enqueue", "v.conf:2: "},
        RefusedCase{"a_tab", "actions: allocate\ntiers:\n\t- plugins: []", "v.conf:"},
        RefusedCase{"text_alone", "hello", "is hello and must be a mapping"},
        RefusedCase{"a_manifest_without_the_key", "kind: ConfigMap\ndata: {a.conf: x}",
                    "has the entry \"volcano-scheduler.conf\""}),
    [](const auto& test) { return test.param.name; });

TEST(VolcanoConf, TakesHierarchyAndProportionInTwoTiers) {
  EXPECT_EQ(conf_in("actions: allocate\ntiers:\n- plugins: [{name: drf, enableHierarchy: true}]\n"
                    "- plugins: [{name: proportion}]\n"),
            VolcanoConf{});
}

TEST(VolcanoConf, TakesThePlaceOfBothPolicies) {
  VolcanoConf conf;
  conf.policy = "spread";

  EXPECT_EQ(with_volcano({}, conf).node_policy, "spread");
  EXPECT_EQ(with_volcano({}, conf).chip_policy, "spread");
  Settings compatible;
  compatible.volcano_formulas = VolcanoFormulas::kVolcano;
  EXPECT_EQ(with_volcano(compatible, conf).node_policy, "volcano-spread");
  Settings own;
  own.node_policy = "hami-binpack";
  EXPECT_EQ(with_volcano(own, VolcanoConf{}).node_policy, "hami-binpack");
}

TEST(VolcanoConf, NamesTheConfigMapOnlyWhereTheSettingsNameNoSourceOfChips) {
  VolcanoConf conf;
  conf.geometries = ConfigMapSource{.space = "volcano-system", .name = "chips"};
  Settings with_file;
  with_file.device_config = "device-config.yaml";
  Settings with_map;
  with_map.device_config_map = ConfigMapSource{};

  EXPECT_EQ(with_volcano({}, conf).device_config_map, conf.geometries);
  EXPECT_EQ(with_volcano(with_file, conf).device_config_map, std::nullopt);
  EXPECT_EQ(with_volcano(with_map, conf).device_config_map, ConfigMapSource{});
}

}  // namespace
}  // namespace npushare::config
