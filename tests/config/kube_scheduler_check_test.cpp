#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "config/check.hpp"
#include "config/device_config.hpp"
#include "tests/support/config_files.hpp"
#include "tests/support/config_findings.hpp"

namespace npushare::config {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::with;

std::string good() {
  return testing_support::config_fixture("kube-scheduler.yaml");
}

std::vector<std::string> findings(const std::string& text, const Catalogue* shared = nullptr) {
  return testing_support::findings_in(text, "k.yaml", shared);
}

// case-C167
TEST(KubeSchedulerCheck, NamesEachMissingResourceAndTheLineToAdd) {
  const std::string only_the_count =
      good().substr(0, good().find("  - name: huawei.com/Ascend310P-memory"));

  EXPECT_THAT(
      findings(only_the_count),
      ElementsAre("error k.yaml:7: extenders[0].managedResources: huawei.com/Ascend310P-memory is "
                  "missing, so "
                  "kube-scheduler counts it itself; add `- {name: huawei.com/Ascend310P-memory, "
                  "ignoredByScheduler: true}`",
                  "error k.yaml:7: extenders[0].managedResources: huawei.com/Ascend310P-core is "
                  "missing, so "
                  "kube-scheduler counts it itself; add `- {name: huawei.com/Ascend310P-core, "
                  "ignoredByScheduler: true}`"));
}

// case-C167: the operator's own catalogue says which chips there are.
TEST(KubeSchedulerCheck, ExpectsEveryModelOfTheOperatorsCatalogue) {
  EXPECT_THAT(findings(good(), &built_in_catalogue()), SizeIs(18));
  EXPECT_THAT(findings(good(), &built_in_catalogue()),
              Contains(HasSubstr("huawei.com/Ascend910A is missing; add `- {name: "
                                 "huawei.com/Ascend910A}`")));
}

TEST(KubeSchedulerCheck, WantsTheStanzaThatItIsGivenWhenNothingIsManaged) {
  const std::string none = good().substr(0, good().find("  managedResources"));

  EXPECT_THAT(findings(none),
              ElementsAre(AllOf(HasSubstr("managedResources: names no NPU resource"),
                                HasSubstr("{name: huawei.com/Ascend310P-core, ignoredByScheduler: "
                                          "true}"))));
}

struct ChangeCase {
  const char* from;
  const char* to;
  const char* finding;
};

class ChangedConfiguration : public testing::TestWithParam<ChangeCase> {};

TEST_P(ChangedConfiguration, IsFound) {
  EXPECT_THAT(findings(with(good(), GetParam().from, GetParam().to)),
              ElementsAre(HasSubstr(GetParam().finding)));
}

INSTANTIATE_TEST_SUITE_P(
    Refused, ChangedConfiguration,
    testing::Values(
        ChangeCase{
            "weight: 10", "weight: 0",
            "error k.yaml:12: extenders[0].weight: kube-scheduler refuses prioritizeVerb with"},
        ChangeCase{"  weight: 10\n", "",
                   "error k.yaml:9: extenders[0].prioritizeVerb: kube-scheduler"},
        ChangeCase{"filterVerb: filter\n", "filterVerb:\n", "extenders[0].filterVerb: is missing"},
        ChangeCase{
            "name: huawei.com/Ascend310P-core\n    ignoredByScheduler: true",
            "name: huawei.com/Ascend310P-core\n    ignoredByScheduler: false",
            "error k.yaml:21: extenders[0].managedResources: huawei.com/Ascend310P-core is not "
            "ignored"},
        ChangeCase{"  - name: huawei.com/Ascend310P\n    ignoredByScheduler: false\n", "",
                   "huawei.com/Ascend310P is missing; add `- {name: huawei.com/Ascend310P}`"}));

INSTANTIATE_TEST_SUITE_P(
    Warned, ChangedConfiguration,
    testing::Values(
        ChangeCase{
            "ignorable: false", "ignorable: true",
            "warning k.yaml:15: extenders[0].ignorable: when a call fails, the pod is bound"},
        ChangeCase{"Score: 100", "Score: 99",
                   "warning k.yaml:5: profiles[0].percentageOfNodesToScore"},
        ChangeCase{"percentageOfNodesToScore: 100\n", "", "is not 100, so the nodes with room"},
        ChangeCase{"nodeCacheCapable: true", "nodeCacheCapable: false", "carries whole nodes"},
        ChangeCase{"httpTimeout: 5s", "httpTimeout: 4999ms", "too little room for a bind"},
        ChangeCase{"weight: 10", "weight: 10\n  enableHTTPS: true", "switches the verification"},
        ChangeCase{"  bindVerb: bind\n", "", "without bindVerb pods are bound without devices"},
        ChangeCase{"  preemptVerb: preempt\n", "", "without preemptVerb"},
        ChangeCase{"  prioritizeVerb: prioritize\n", "", "without prioritizeVerb"},
        ChangeCase{"ignoredByScheduler: false", "ignoredByScheduler: true", "crowd out"},
        ChangeCase{"io/v1\n", "io/v1beta3\n", "is not read by kube-scheduler 1.29 and later"}));

class AcceptedConfiguration : public testing::TestWithParam<ChangeCase> {};

TEST_P(AcceptedConfiguration, IsNotFoundFaultWith) {
  EXPECT_THAT(findings(with(good(), GetParam().from, GetParam().to)), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, AcceptedConfiguration,
    testing::Values(ChangeCase{"httpTimeout: 5s", "httpTimeout: 0s", ""},
                    ChangeCase{"httpTimeout: 5s", "httpTimeout: 1m30s", ""},
                    ChangeCase{"Score: 100\nprofiles:\n-",
                               "Score: 10\nprofiles:\n- percentageOfNodesToScore: 100\n ", ""},
                    ChangeCase{"weight: 10",
                               "weight: 1\n  enableHTTPS: true\n  tlsConfig: {caFile: /c}", ""}));

TEST(KubeSchedulerCheck, NamesAMisspeltKeyWhereItStands) {
  EXPECT_THAT(
      findings(with(good(), "urlPrefix", "urlPrefx")),
      ElementsAre(HasSubstr("extenders[0].urlPrefix: is missing; is it \"urlPrefx\" on line 7?"),
                  HasSubstr("unknown key \"urlPrefx\"; did you mean \"urlPrefix\"?")));
}

TEST(KubeSchedulerCheck, RefusesAResourceThatIsManagedTwice) {
  const std::string again = "  - {name: huawei.com/Ascend310P-core, ignoredByScheduler: true}\n";

  EXPECT_THAT(findings(good() + again),
              ElementsAre(HasSubstr("k.yaml:23: extenders[0].managedResources: "
                                    "huawei.com/Ascend310P-core is managed by extenders[0] too")));
}

TEST(KubeSchedulerCheck, FindsNothingInTheExample) {
  EXPECT_THAT(findings(testing_support::example_file("kube-scheduler/config.yaml")), IsEmpty());
}

TEST(KubeSchedulerCheck, RefusesASecondBinder) {
  const std::string other = "- urlPrefix: http://127.0.0.1:1\n  bindVerb: bind\n";

  EXPECT_THAT(findings(good() + other), ElementsAre(HasSubstr("a second extender has a bindVerb")));
}

TEST(KubeSchedulerCheck, LeavesOtherExtendersAlone) {
  const std::string other =
      "- urlPrefix: http://127.0.0.1:1\n  filterVerb: f\n  managedResources:\n"
      "  - name: example.com/other\n";

  EXPECT_THAT(findings(good() + other), IsEmpty());
}

TEST(KubeSchedulerCheck, MissesAnExtenderOfOurs) {
  const std::string text = good().substr(0, good().find("extenders:"));

  EXPECT_THAT(findings(text), ElementsAre(HasSubstr("error k.yaml:1: extenders: is missing")));
  EXPECT_THAT(findings(text + "extenders:\n- {urlPrefix: a}\n- {urlPrefix: b}\n"),
              ElementsAre(HasSubstr("extenders: none of them manages an NPU resource")));
}

TEST(KubeSchedulerCheck, ReadsTheConfigurationInsideAConfigMap) {
  std::string map = "kind: ConfigMap\ndata:\n  config.yaml: |\n";
  std::istringstream lines(with(good(), "weight: 10", "weight: 0"));
  for (std::string line; std::getline(lines, line);) map += "    " + line + "\n";

  EXPECT_THAT(findings(map), ElementsAre(HasSubstr("error k.yaml:15: extenders[0].weight")));
}

}  // namespace
}  // namespace npushare::config
