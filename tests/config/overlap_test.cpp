#include "config/overlap.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> overlaps(const std::string& yaml, const VolcanoConf& conf) {
  std::vector<std::string> texts;
  for (const Finding& finding : overlaps_of(yaml, conf, "v.conf"))
    texts.push_back(text_of(finding, "npushare.yaml"));
  return texts;
}

VolcanoConf a_conf(const std::string& policy, std::optional<ConfigMapSource> map = {}) {
  VolcanoConf conf;
  conf.policy = policy;
  conf.geometries = std::move(map);
  return conf;
}

TEST(Overlap, SaysForEachKeyOfThePolicyThatVolcanosCounts) {
  EXPECT_THAT(overlaps("policy:\n  node: spread\n  chip: hami-binpack\n", a_conf("binpack")),
              ElementsAre("npushare.yaml:2: policy.node: \"spread\" does not count beside "
                          "deviceshare.SchedulePolicy \"binpack\" of v.conf; remove it here, or "
                          "SchedulePolicy there",
                          "npushare.yaml:3: policy.chip: \"hami-binpack\" does not count beside "
                          "deviceshare.SchedulePolicy \"binpack\" of v.conf; remove it here, or "
                          "SchedulePolicy there"));
}

TEST(Overlap, IsNoneWhereBothSayTheSameOrOneSaysNothing) {
  EXPECT_THAT(overlaps("policy: {node: spread}", a_conf("spread")), IsEmpty());
  EXPECT_THAT(overlaps("policy: {node: spread}", a_conf("")), IsEmpty());
  EXPECT_THAT(overlaps("lock: none", a_conf("spread")), IsEmpty());
  EXPECT_THAT(overlaps("", a_conf("spread")), IsEmpty());
  EXPECT_THAT(overlaps("policy: [", a_conf("spread")), IsEmpty());
  EXPECT_THAT(overlaps("policy: 3", a_conf("spread")), IsEmpty());
}

TEST(Overlap, SaysThatOurOwnSourceOfChipsCounts) {
  const VolcanoConf conf = a_conf("", ConfigMapSource{.space = "kube-system", .name = "chips"});

  EXPECT_THAT(overlaps("\ndeviceConfig: d.yaml", conf),
              ElementsAre("npushare.yaml:2: deviceConfig: counts here, and not the ConfigMap "
                          "kube-system/chips that deviceshare.KnownGeometriesCMName of v.conf "
                          "names; see that both describe the same chips, or remove it here"));
  EXPECT_THAT(overlaps("deviceConfigMap: {name: chips}", conf), IsEmpty());
  EXPECT_EQ(overlaps("deviceConfigMap: {name: chips, namespace: other}", conf).size(), 1U);
  EXPECT_EQ(overlaps("deviceConfigMap: {}", conf).size(), 1U);
}

}  // namespace
}  // namespace npushare::config
