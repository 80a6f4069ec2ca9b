#include <gtest/gtest.h>

#include <string>

#include "scheduler/wire/object_reader.hpp"

namespace npushare::wire {
namespace {

Pod pod(const std::string& json) {
  const Result<Pod> read = read_pod(json);
  EXPECT_TRUE(read) << json << ": " << (read ? "" : read.error().message);
  return read ? *read : Pod{};
}

std::string complaint(const std::string& json) {
  const Result<Pod> read = read_pod(json);
  if (read) return "";
  EXPECT_EQ(read.error().code, ErrorCode::kInvalid);
  return read.error().message;
}

TEST(PodReader, ReadsEveryFieldOfAPod) {
  const Pod read = pod(R"({"kind":"Pod","apiVersion":"v1",
    "metadata":{"name":"p","namespace":"ai","uid":"U1","resourceVersion":"7",
      "creationTimestamp":"2026-09-10T00:26:40Z","deletionTimestamp":"2026-09-10T00:27:00Z"},
    "spec":{"nodeName":"n1","schedulerName":"default-scheduler","priority":-5,
      "schedulingGates":[{"name":"wait"}],"containers":[{"name":"main"}]},
    "status":{"phase":"Running","nominatedNodeName":"n2"}})");

  EXPECT_EQ(read.key, (PodKey{"ai", "p"}));
  EXPECT_EQ(read.uid, PodUid("U1"));
  EXPECT_EQ(read.resource_version, "7");
  EXPECT_EQ(read.created, "2026-09-10T00:26:40Z");
  EXPECT_TRUE(read.is_terminating);
  EXPECT_EQ(read.node, NodeName("n1"));
  EXPECT_EQ(read.scheduler_name, "default-scheduler");
  EXPECT_EQ(read.priority, -5);
  EXPECT_TRUE(read.is_gated);
  EXPECT_EQ(read.phase, "Running");
  EXPECT_EQ(read.nominated_node, NodeName("n2"));
  ASSERT_EQ(read.containers.size(), 1U);
  EXPECT_EQ(read.containers[0].name, "main");
  EXPECT_EQ(read.containers[0].kind, ContainerKind::kApp);
}

TEST(PodReader, PutsInitContainersFirstWhateverTheOrderOfKeys) {
  const Pod read = pod(R"({"spec":{"containers":[{"name":"app","restartPolicy":"Always"}],
    "initContainers":[{"name":"warm"},{"name":"side","restartPolicy":"Always"},
                      {"restartPolicy":"OnFailure","name":"retry"}],
    "ephemeralContainers":[{"name":"debug"}]}})");

  ASSERT_EQ(read.containers.size(), 4U);
  EXPECT_EQ(read.containers[0].name, "warm");
  EXPECT_EQ(read.containers[0].kind, ContainerKind::kInit);
  EXPECT_EQ(read.containers[1].name, "side");
  EXPECT_EQ(read.containers[1].kind, ContainerKind::kSidecar);
  EXPECT_EQ(read.containers[2].name, "retry");
  EXPECT_EQ(read.containers[2].kind, ContainerKind::kInit);
  EXPECT_EQ(read.containers[3].name, "app");
  EXPECT_EQ(read.containers[3].kind, ContainerKind::kApp);
}

TEST(PodReader, KeepsExtendedResourcesAsTheyAreWritten) {
  const Pod read = pod(R"({"spec":{"containers":[{"resources":{
    "limits":{"cpu":"1","huawei.com/Ascend310P":1,"huawei.com/Ascend310P-memory":"16Gi","x/y":null},
    "requests":{"memory":"1Gi","huawei.com/Ascend310P":"1e3"}}}]}})");

  ASSERT_EQ(read.containers.size(), 1U);
  EXPECT_EQ(read.containers[0].limits, (StringMap{{"huawei.com/Ascend310P", "1"},
                                                  {"huawei.com/Ascend310P-memory", "16Gi"},
                                                  {"x/y", "0"}}));
  EXPECT_EQ(read.containers[0].requests, (StringMap{{"huawei.com/Ascend310P", "1e3"}}));
}

TEST(PodReader, KeepsOnlyOurAnnotations) {
  const Pod read = pod(R"({"metadata":{"annotations":{"huawei.com/vnpu-mode":"hami-core",
    "hami.io/vgpu-node":"n","npushare.io/nudge":"1","predicate-time":"2","hami-vnpu-core":"true",
    "kubectl.kubernetes.io/x":"{}","xhami.io/a":"b","":"c"}}})");

  EXPECT_EQ(read.annotations, (StringMap{{"huawei.com/vnpu-mode", "hami-core"},
                                         {"hami.io/vgpu-node", "n"},
                                         {"npushare.io/nudge", "1"},
                                         {"predicate-time", "2"},
                                         {"hami-vnpu-core", "true"}}));
}

struct InitCase {
  const char* name;
  const char* statuses;
  bool is_done;
};

class InitContainers : public testing::TestWithParam<InitCase> {};

TEST_P(InitContainers, AreDoneWhenEveryOrdinaryOneHasEndedWell) {
  const Pod read = pod(std::string(R"({"status":{"initContainerStatuses":)") + GetParam().statuses +
                       R"(},"spec":{"initContainers":[{"name":"a"},
                          {"name":"side","restartPolicy":"Always"},{"name":"b"}]}})");

  EXPECT_EQ(read.init_done, GetParam().is_done);
}

INSTANTIATE_TEST_SUITE_P(
    Statuses, InitContainers,
    testing::Values(InitCase{"both_ended",
                             R"([{"name":"b","state":{"terminated":{"exitCode":0}}},
                     {"name":"a","state":{"terminated":{"exitCode":0}}}])",
                             true},
                    InitCase{"the_sidecar_does_not_count",
                             R"([{"name":"a","state":{"terminated":{"exitCode":0}}},
                     {"name":"side","state":{"running":{}}},
                     {"name":"b","state":{"terminated":{"exitCode":0}}}])",
                             true},
                    InitCase{"one_runs",
                             R"([{"name":"a","state":{"terminated":{"exitCode":0}}},
                     {"name":"b","state":{"running":{}}}])",
                             false},
                    InitCase{"one_failed",
                             R"([{"name":"a","state":{"terminated":{"exitCode":0}}},
                     {"name":"b","state":{"terminated":{"exitCode":1}}}])",
                             false},
                    InitCase{"one_ended_only_last_time",
                             R"([{"name":"a","state":{"terminated":{"exitCode":0}}},
                     {"name":"b","state":{"waiting":{}},
                      "lastState":{"terminated":{"exitCode":0}}}])",
                             false},
                    InitCase{"one_has_no_status",
                             R"([{"name":"a","state":{"terminated":{"exitCode":0}}}])", false},
                    InitCase{"none_has", "[]", false}, InitCase{"null", "null", false}),
    [](const auto& test) { return test.param.name; });

TEST(PodReader, HasItsInitContainersDoneWithoutAnOrdinaryOne) {
  EXPECT_TRUE(pod(R"({"spec":{"containers":[{"name":"a"}]}})").init_done);
  EXPECT_TRUE(
      pod(R"({"spec":{"initContainers":[{"name":"s","restartPolicy":"Always"}]}})").init_done);
}

TEST(PodReader, TakesNullForTheZeroValue) {
  const Pod read =
      pod(R"({"metadata":{"name":null,"creationTimestamp":null,"deletionTimestamp":null,
    "annotations":null},"spec":{"containers":null,"initContainers":null,"schedulingGates":null,
    "priority":null,"nodeName":null},"status":null})");

  EXPECT_FALSE(read.is_terminating);
  EXPECT_FALSE(read.is_gated);
  EXPECT_EQ(read.priority, 0);
  EXPECT_TRUE(read.containers.empty());
}

TEST(PodReader, LastOfDuplicateKeysWins) {
  const Pod read = pod(R"({"metadata":{"name":"a","name":"b","deletionTimestamp":"x",
    "deletionTimestamp":null},"spec":{"containers":[{"name":"c"},{"name":"d"}],
    "containers":[{"name":"e"}],"schedulingGates":[{}],"schedulingGates":[]}})");

  EXPECT_EQ(read.key.name, "b");
  EXPECT_FALSE(read.is_terminating);
  EXPECT_FALSE(read.is_gated);
  ASSERT_EQ(read.containers.size(), 1U);
  EXPECT_EQ(read.containers[0].name, "e");
}

TEST(PodReader, SkipsWhatItDoesNotReadWhateverItIs) {
  const Pod read = pod(R"({"spec":{"volumes":[{"name":5,"spec":{"containers":[1]}}],"nodeName":"n",
    "tolerations":"odd","affinity":{"nodeName":{"a":[[[]]]}}},"metadata":{"managedFields":[[{}]],
    "name":"p"},"extra":true})");

  EXPECT_EQ(read.node, NodeName("n"));
  EXPECT_EQ(read.key.name, "p");
}

TEST(PodReader, DecodesEscapes) {
  EXPECT_EQ(pod(R"({"metadata":{"n\u0061me":"\u003cx\u003e\u0026\"\u00e9"}})").key.name,
            "<x>&\"\u00e9");
}

struct WrongCase {
  const char* json;
  const char* message;
};

class WrongPod : public testing::TestWithParam<WrongCase> {};

TEST_P(WrongPod, IsRefusedWithThePathOfTheField) {
  EXPECT_EQ(complaint(GetParam().json), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Types, WrongPod,
    testing::Values(
        WrongCase{"[]", "an object is expected"}, WrongCase{"null", "an object is expected"},
        WrongCase{"5", "an object is expected"}, WrongCase{"\"x\"", "an object is expected"},
        WrongCase{R"({"metadata":[]})", "metadata: an object is expected"},
        WrongCase{R"({"metadata":{"name":5}})", "metadata.name: a string is expected"},
        WrongCase{R"({"metadata":{"uid":{}}})", "metadata.uid: a string is expected"},
        WrongCase{R"({"metadata":{"annotations":{"hami.io/a":1}}})",
                  "metadata.annotations[\"hami.io/a\"]: a string is expected"},
        WrongCase{R"({"metadata":{"annotations":[]}})",
                  "metadata.annotations: an object is expected"},
        WrongCase{R"({"spec":{"priority":1.5}})", "spec.priority: a whole number is expected"},
        WrongCase{R"({"spec":{"priority":"1"}})", "spec.priority: a whole number is expected"},
        WrongCase{R"({"spec":{"priority":9223372036854775808}})",
                  "spec.priority: a whole number is expected"},
        WrongCase{R"({"spec":{"containers":{}}})", "spec.containers: an array is expected"},
        WrongCase{R"({"spec":{"containers":[{},5]}})", "spec.containers[1]: an object is expected"},
        WrongCase{R"({"spec":{"containers":[null]}})", "spec.containers[0]: an object is expected"},
        WrongCase{R"({"spec":{"containers":[[]]}})", "spec.containers[0]: an object is expected"},
        WrongCase{R"({"spec":{"containers":[{},{"resources":{"limits":{"a/b":true}}}]}})",
                  "spec.containers[1].resources.limits[\"a/b\"]: a string or a number is expected"},
        WrongCase{R"({"spec":{"containers":[{"resources":{"limits":{"a/b":{}}}}]}})",
                  "spec.containers[0].resources.limits[\"a/b\"]: a string or a number is expected"},
        WrongCase{R"({"status":{"phase":true}})", "status.phase: a string is expected"},
        WrongCase{R"({"kind":"Node"})", "kind: \"Node\" where a Pod is expected"}));

TEST(PodReader, RefusesWhatIsNoJson) {
  EXPECT_EQ(complaint(""), "a value is expected at offset 0");
  EXPECT_NE(complaint(R"({"spec":{"volumes":[}]})"), "");
  EXPECT_NE(complaint("\xEF\xBB\xBF{}"), "");
  EXPECT_EQ(complaint("{} {}"), "something follows the JSON value at offset 3");
  EXPECT_EQ(complaint(std::string("{}\0", 3)), "something follows the JSON value at offset 2");
}

TEST(PodReader, RefusesNestingBelow128LevelsEvenWhereItSkips) {
  const auto nested = [](std::size_t depth) {
    return R"({"spec":{"volumes":)" + std::string(depth, '[') + std::string(depth, ']') + "}}";
  };

  EXPECT_EQ(complaint(nested(126)), "");
  EXPECT_NE(complaint(nested(127)).find("deeper than 128"), std::string::npos);
  EXPECT_NE(complaint(nested(1'000'000)).find("deeper than 128"), std::string::npos);
}

}  // namespace
}  // namespace npushare::wire
