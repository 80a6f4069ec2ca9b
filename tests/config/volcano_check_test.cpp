/// The checks of a volcano-scheduler.conf, each by the file that has one mistake more than a good
/// one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/check.hpp"
#include "tests/support/config_files.hpp"
#include "tests/support/config_findings.hpp"

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::config_fixture;
using testing_support::example_file;
using testing_support::with;

std::vector<std::string> findings(const std::string& text) {
  return testing_support::findings_in(text, "v.conf");
}

const std::string& allocator() {
  static const std::string text = config_fixture("volcano-allocator.conf");
  return text;
}

TEST(VolcanoCheck, FindsNothingInAGoodFile) {
  EXPECT_THAT(findings(allocator()), IsEmpty());
}

// volcano-C5: the weight that all official examples leave out.
TEST(VolcanoCheck, FindsTheMissingWeightOfLab13AndNothingElse) {
  EXPECT_THAT(findings(config_fixture("volcano-lab13.yaml")),
              ElementsAre("warning v.conf:23: deviceshare.SchedulePolicy: without "
                          "deviceshare.ScheduleWeight, which is 0 then, Volcano itself ignores "
                          "\"binpack\"; npushare goes by it all the same; add "
                          "`deviceshare.ScheduleWeight: 10`"));
}

TEST(VolcanoCheck, FindsInTheExamplesWhatIsInThem) {
  EXPECT_THAT(findings(example_file("volcano-scheduler.conf")), IsEmpty());
  EXPECT_THAT(findings(example_file("volcano-scheduler-lab13.conf")),
              ElementsAre(HasSubstr("without deviceshare.ScheduleWeight")));
}

struct MistakeCase {
  std::string name;
  std::string from;     // a piece of the good file
  std::string to;       // what stands there instead
  std::string finding;  // the beginning of the only finding
};

class VolcanoMistake : public testing::TestWithParam<MistakeCase> {};

TEST_P(VolcanoMistake, IsFoundAndNothingElse) {
  EXPECT_THAT(findings(with(allocator(), GetParam().from, GetParam().to)),
              ElementsAre(testing::StartsWith(GetParam().finding)));
}

const MistakeCase kDevices[] = {
    {"C1", "actions: \"enqueue, ", "actions: \"enqueu, ",
     "error v.conf:1: actions: Volcano has no action \"enqueu\""},
    {"C2", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      deviceshare.KnowGeometriesCMName: x",
     "warning v.conf:13: deviceshare.KnowGeometriesCMName: Volcano does not know this argument, so "
     "x has no effect; did you mean \"deviceshare.KnownGeometriesCMName\"?"},
    {"C2_by_name", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      deviceshare.AscendVNPUEnable: true",
     "warning v.conf:13: deviceshare.AscendVNPUEnable: Volcano does not know this argument, so "
     "true "
     "has no effect; did you mean \"deviceshare.AscendHAMiVNPUEnable\"?"},
    {"C2_by_case", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      deviceshare.AscendHamiVNPUEnable: true",
     "warning v.conf:13: deviceshare.AscendHamiVNPUEnable: Volcano does not know this argument, so "
     "true has no effect; did you mean \"deviceshare.AscendHAMiVNPUEnable\"?"},
    {"C2_of_old", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      predicate.VGPUEnable: true",
     "warning v.conf:13: predicate.VGPUEnable: Volcano does not know this argument, so true has no "
     "effect; did you mean \"deviceshare.VGPUEnable\"?"},
    {"C2_unheard_of", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      deviceshare.NvidiaHAMiEnable: true",
     "warning v.conf:13: deviceshare.NvidiaHAMiEnable: Volcano does not know this argument, so "
     "true "
     "has no effect; remove it"},
    // volcano-V-106
    {"C3_quoted_weight", "ScheduleWeight: 10", "ScheduleWeight: \"10\"",
     "error v.conf:12: deviceshare.ScheduleWeight: Volcano cannot take \"10\" in quotes and goes "
     "by "
     "0; write a whole number without quotes"},
    {"C3_weight_with_a_point", "ScheduleWeight: 10", "ScheduleWeight: 10.0",
     "error v.conf:12: deviceshare.ScheduleWeight: Volcano cannot take 10.0"},
    // volcano-V-107
    {"C3_number_as_a_bool", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      deviceshare.VGPUEnable: 1",
     "error v.conf:13: deviceshare.VGPUEnable: Volcano cannot take 1 and goes by false"},
    {"C3_policy_as_a_number", "SchedulePolicy: spread", "SchedulePolicy: 3",
     "error v.conf:11: deviceshare.SchedulePolicy: Volcano cannot take 3"},
    {"C4", "SchedulePolicy: spread", "SchedulePolicy: Binpack",
     "error v.conf:11: deviceshare.SchedulePolicy: \"Binpack\" is no policy, and Volcano silently "
     "scores nothing by it; write `binpack`"},
    {"C4_unheard_of", "SchedulePolicy: spread", "SchedulePolicy: topology",
     "error v.conf:11: deviceshare.SchedulePolicy: \"topology\" is no policy, and Volcano silently "
     "scores nothing by it; write `binpack` or `spread`"},
    {"C5_weight_of_0", "ScheduleWeight: 10", "ScheduleWeight: 0",
     "warning v.conf:12: deviceshare.ScheduleWeight: is 0, so no node is scored by"},
    {"C5_weight_below_0", "ScheduleWeight: 10", "ScheduleWeight: -1",
     "warning v.conf:12: deviceshare.ScheduleWeight: is -1, so"},
    {"C8", "  - name: predicates\n", "",
     "error v.conf:8: tiers[1].plugins[0]: deviceshare without the plugin predicates"},
    {"fatal_cards", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      deviceshare.GPUNumberEnable: true\n"
     "      deviceshare.GPUSharingEnable: true",
     "error v.conf:13: deviceshare.GPUNumberEnable: is true beside deviceshare.GPUSharingEnable, "
     "which ends the scheduler's process"},
    {"fatal_vgpu", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      deviceshare.GPUNumberEnable: true\n"
     "      deviceshare.VGPUEnable: true",
     "error v.conf:14: deviceshare.VGPUEnable: is true beside GPUSharingEnable or GPUNumberEnable"},
    {"mind_cluster", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      deviceshare.AscendMindClusterVNPUEnable: true",
     "warning v.conf:13: deviceshare.AscendMindClusterVNPUEnable: pods that ask for "
     "huawei.com/npu-core are MindCluster's"},
    {"node_lock", "deviceshare.ScheduleWeight: 10",
     "deviceshare.ScheduleWeight: 10\n      deviceshare.NodeLockEnable: true",
     "warning v.conf:13: deviceshare.NodeLockEnable: Volcano's node lock names no pod"},
    {"switched_off", "name: deviceshare\n", "name: deviceshare\n    enableNodeOrder: false\n",
     "warning v.conf:10: tiers[1].plugins[1].enableNodeOrder: is false, so deviceshare scores no "
     "node"},
    {"misplaced", "  - name: predicates\n",
     "  - name: predicates\n    arguments: {deviceshare.SchedulePolicy: binpack}\n",
     "warning v.conf:9: deviceshare.SchedulePolicy: stands under predicates, where it has no "
     "effect"},
    {"old_place", "  - name: predicates\n",
     "  - name: predicates\n    arguments: {predicate.VGPUEnable: true}\n",
     "warning v.conf:9: predicate.VGPUEnable: stands under predicates, where it has no effect; "
     "write "
     "it as deviceshare.VGPUEnable below `- name: deviceshare`"},
    {"misspelt_option", "enablePreemptable: false", "enabledPreemptable: false",
     "warning v.conf:6: tiers[0].plugins[1]: Volcano does not know the key \"enabledPreemptable\" "
     "here; did you mean \"enablePreemptable\"?"},
    {"late_action", "\"enqueue, allocate, backfill\"", "\"enqueue, allocate, gangpreempt\"",
     "warning v.conf:1: actions: Volcano up to v1.15 has no action \"gangpreempt\""},
    {"C15", "\"enqueue, allocate, backfill\"", "\"enqueue, backfill\"",
     "warning v.conf:1: actions: without allocate no pod is scheduled but by backfill"},
    {"C15_topology", "\"enqueue, allocate, backfill\"", "\"enqueue, allocate, preempt\"",
     "warning v.conf:29: configurations[0].arguments.enableTopologyAwarePreemption: its trials do "
     "not ask the extender"},
    {"C16", "  - name: nodeorder", "  - name: nodeordr",
     "warning v.conf:26: tiers[1].plugins[3]: Volcano has no plugin \"nodeordr\" of its own, logs "
     "an "
     "error in each session and skips it; did you mean \"nodeorder\"?"},
    {"C16_from_a_file", "  - name: nodeorder", "  - name: magic",
     "warning v.conf:26: tiers[1].plugins[3]: Volcano has no plugin \"magic\" of its own, logs an "
     "error in each session and skips it; remove it, unless the scheduler loads it with "
     "--plugins-dir"}};

INSTANTIATE_TEST_SUITE_P(Devices, VolcanoMistake, testing::ValuesIn(kDevices),
                         [](const auto& test) { return test.param.name; });

const MistakeCase kExtender[] = {
    // volcano-V-133
    {"C3_timeout_as_a_number", "httpTimeout: 2s", "httpTimeout: 100",
     "error v.conf:16: extender.httpTimeout: Volcano cannot take 100 and goes by 1s"},
    {"C3_timeout_without_a_unit", "httpTimeout: 2s", "httpTimeout: \"100\"",
     "error v.conf:16: extender.httpTimeout: Volcano cannot take \"100\" in quotes and goes by 1s; "
     "write it with a unit, e.g. `2s` or `500ms`"},
    {"C9_allocate", "      extender.allocateFuncVerb: allocateFunc\n", "",
     "error v.conf:13: extender.allocateFuncVerb: is not set, and "
     "deviceshare.AscendHAMiVNPUEnable is not true either"},
    {"C9_deallocate", "deallocateFuncVerb: deallocateFunc", "deallocateFuncVerb: \"\"",
     "error v.conf:20: extender.deallocateFuncVerb: is not set"},
    // volcano-V-134
    {"C11_missing",
     "      extender.managedResources:\n      - huawei.com/Ascend310P\n"
     "      - huawei.com/Ascend310P-memory\n",
     "", "warning v.conf:13: extender.managedResources: lists nothing, so every pod"},
    // volcano-V-138
    {"C11_text",
     "managedResources:\n      - huawei.com/Ascend310P\n      - huawei.com/Ascend310P-memory",
     "managedResources: huawei.com/Ascend310P",
     "error v.conf:23: extender.managedResources: is huawei.com/Ascend310P and no list, which ends "
     "the scheduler's process"},
    {"C11_a_number_in_it", "- huawei.com/Ascend310P-memory", "- 3",
     "error v.conf:25: extender.managedResources: lists 3, which is no text and ends"},
    {"C11_none_of_ours", "- huawei.com/Ascend310P\n      - huawei.com/Ascend310P-memory",
     "- nvidia.com/gpu",
     "warning v.conf:23: extender.managedResources: lists no resource of a known chip, so pods "
     "that ask for NPUs are placed without npushare; add `- huawei.com/Ascend310P`"},
    {"C12", "ignorable: false", "ignorable: false\n      extender.onSessionOpenVerb: open",
     "warning v.conf:23: extender.onSessionOpenVerb: when this call fails"},
    {"C13", "ignorable: false", "ignorable: false\n      extender.jobReadyVerb: ready",
     "error v.conf:23: extender.jobReadyVerb: when this call fails"},
    // volcano-V-132
    {"C14_no_scheme", "http://npushare", "npushare",
     "error v.conf:15: extender.urlPrefix: \"npushare.kube-system:8080/volcano\" lacks http:// or "
     "a "
     "host"},
    {"C14_no_host", "http://npushare.kube-system:8080/volcano", "http:///volcano",
     "error v.conf:15: extender.urlPrefix: \"http:///volcano\" lacks"},
    {"C14_missing", "      extender.urlPrefix: http://npushare.kube-system:8080/volcano\n", "",
     "error v.conf:13: extender.urlPrefix: is missing"}};

INSTANTIATE_TEST_SUITE_P(Extender, VolcanoMistake, testing::ValuesIn(kExtender),
                         [](const auto& test) { return test.param.name; });

// volcano-C6, volcano-C7: with the switch on, the extender's verbs are a second owner too (C9).
TEST(VolcanoCheck, FindsEveryOwnerThatIsOneTooMany) {
  const std::string text =
      with(config_fixture("volcano-lab13.yaml"),
           "              deviceshare.KnownGeometriesCMName: hami-scheduler-device\n",
           "              deviceshare.ScheduleWeight: 10\n"
           "              deviceshare.AscendMindClusterVNPUEnable: true\n");

  EXPECT_THAT(findings(text),
              ElementsAre(HasSubstr("error v.conf:26: deviceshare.AscendMindClusterVNPUEnable: is "
                                    "true beside deviceshare.AscendHAMiVNPUEnable"),
                          HasSubstr("warning v.conf:24: deviceshare.KnownGeometriesCMName: is "
                                    "missing, so Volcano reads chips from "
                                    "volcano-vgpu-device-config")));
}

}  // namespace
}  // namespace npushare::config
