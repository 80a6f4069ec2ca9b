#include "scheduler/embedded/node_plugin.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_node_desk.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

Json record_a() {
  return granted("A,T,12288,0:;", R"([{"UUID":"A","temp":"vir04"}])");
}
Json record_b() {
  return granted("B,T,3072,0:;", R"([{"UUID":"B","temp":"vir01"}])");
}

std::string node_annotation(const NodeDesk& desk, std::string_view key) {
  return annotation_of(*desk.store, node_place(kNode), key);
}

std::string allocatable(const NodeDesk& desk) {
  return desk.store->get(node_place(kNode))
      .body.at("status", "allocatable")[kCountResource]
      .string();
}

TEST(NodePlugin, HasRegisteredWhenItHasStarted) {
  const NodeDesk desk;

  EXPECT_EQ(node_annotation(desk, "hami-vnpu-core"), "true");
  EXPECT_EQ(allocatable(desk), "14");
}

TEST(NodePlugin, RegistersAgainWithANewTime) {
  PluginOptions options = NodeDesk::quick();
  options.clock = [now = still_clock()()]() mutable { return now += std::chrono::seconds(30); };
  NodeDesk desk(options);
  const std::string key = "hami.io/node-handshake-Ascend310P";
  const std::string first = node_annotation(desk, key);

  EXPECT_TRUE(desk.run_until([&] { return node_annotation(desk, key) != first; }));
}

TEST(NodePlugin, PublishesABrokenChipAndNotItsRecovery) {  // npc-9.5-74, npc-9.5-75
  NodeDesk desk;
  desk.plugin->set_health(kChipB, false);
  ASSERT_TRUE(desk.run_until([&] { return allocatable(desk) == "7"; }));
  const std::string broken = node_annotation(desk, "hami.io/node-register-Ascend310P");

  desk.plugin->set_health(kChipB, true);
  desk.place("p", record_a());
  ASSERT_TRUE(desk.reaches("p", "Running"));  // many registrations later

  EXPECT_EQ(allocatable(desk), "7");
  EXPECT_EQ(node_annotation(desk, "hami.io/node-register-Ascend310P"), broken);
}

TEST(Kubelet, RunsAPodThatWasServed) {
  NodeDesk desk;

  desk.place("p", record_a());

  ASSERT_TRUE(desk.reaches("p", "Running"));
  EXPECT_EQ(annotation_of(*desk.store, pod_at("p"), kTa), ";;");
  EXPECT_EQ(annotation_of(*desk.store, pod_at("p"), kPhase), "success");
  EXPECT_EQ(node_annotation(desk, kLock), "");
  const Json record = desk.trace->records().front();
  EXPECT_EQ(record["kubeletPod"].string(), "default/p");
  EXPECT_EQ(record["pickedPod"].string(), "default/p");
  EXPECT_EQ(record["via"].string(), "lock");
  EXPECT_EQ(record.at("env", "ASCEND_VNPU_SPECS").string(), "vir04");
}

TEST(Kubelet, RunsAPodThatAsksForNothing) {
  NodeDesk desk;

  desk.place("p", Json::object(), a_pod("", 0));

  ASSERT_TRUE(desk.reaches("p", "Running"));
  EXPECT_TRUE(desk.trace->records().empty());
}

TEST(Kubelet, EndsOrdinaryInitContainersBeforeTheOthersRun) {
  NodeDesk desk;
  Json pod = a_pod("");
  pod.member("spec").set("initContainers",
                         parsed(R"([{"name":"i0"},{"name":"side","restartPolicy":"Always"}])"));
  const Version before = desk.store->snapshot(pods()).version;

  desk.place("p", granted(";;A,T,8192,0:;", R"([{"UUID":"A"}])"), pod);

  ASSERT_TRUE(desk.reaches("p", "Running"));
  std::vector<std::string> phases;
  const auto news = desk.store->news(pods(), before);
  for (const Change& change : news->changes)
    if (!change.after->at("status", "initContainerStatuses").is_null())
      phases.push_back(change.after->at("status", "phase").string());
  EXPECT_EQ(phases, (std::vector<std::string>{"Pending", "Running"}));
  const Json ended = desk.store->get(pod_at("p")).body.at("status", "initContainerStatuses");
  EXPECT_EQ(ended.items()[0].at("state", "terminated", "exitCode").integer(), 0);
  EXPECT_FALSE(ended.items()[0].at("state", "terminated").is_null());
  EXPECT_FALSE(ended.items()[1].at("state", "running").is_null());
}

TEST(Kubelet, RejectsAPodThatThePluginCannotServe) {
  NodeDesk desk;

  desk.place("p", granted("C,T,8192,0:;", R"([{"UUID":"C"}])"));

  ASSERT_TRUE(desk.reaches("p", "Failed"));
  const Json status = desk.store->get(pod_at("p")).body["status"];
  EXPECT_EQ(status["reason"].string(), "UnexpectedAdmissionError");
  EXPECT_NE(status["message"].string().find(
                "Allocate failed due to rpc error: code = Unknown desc = build container allocate "
                "response: unknown uuid: C, which is unexpected"),
            std::string::npos);
  EXPECT_EQ(desk.trace->records().size(), 1U);
}

TEST(Kubelet, RejectsAPodThatAsksForMoreIdsThanAreLeft) {
  NodeDesk desk;
  desk.place("big", Json::object(), a_pod("", 15));
  ASSERT_TRUE(desk.reaches("big", "Failed"));
  EXPECT_EQ(desk.store->get(pod_at("big")).body.at("status", "reason").string(),
            "OutOfhuawei.com/Ascend310P");

  EXPECT_TRUE(desk.trace->records().empty());
}

TEST(Kubelet, AdmitsPodsOneAtATimeInArrivalOrder) {
  NodeDesk desk;
  desk.place("b", record_a());
  desk.place("a", record_b());  // the lock now names a, while b is admitted first

  ASSERT_TRUE(desk.reaches("b", "Running"));
  ASSERT_TRUE(desk.run_until([&] { return desk.trace->records().size() == 2; }));

  // case-C65: a second bind that does not wait for the first crosses the slices.
  const Json::Array records = desk.trace->records();
  EXPECT_EQ(records[0]["kubeletPod"].string(), "default/b");
  EXPECT_EQ(records[0]["pickedPod"].string(), "default/a");
  EXPECT_EQ(records[0].at("env", "ASCEND_VNPU_SPECS").string(), "vir01");
  EXPECT_EQ(records[1]["kubeletPod"].string(), "default/a");
}

TEST(Kubelet, GivesEachPodItsOwnWhenBindsWait) {  // case-C65
  NodeDesk desk;
  desk.place("b", record_a());
  ASSERT_TRUE(desk.reaches("b", "Running"));
  desk.place("a", record_b());
  ASSERT_TRUE(desk.reaches("a", "Running"));

  for (const Json& record : desk.trace->records())
    EXPECT_EQ(record["kubeletPod"], record["pickedPod"]);
}

TEST(Kubelet, TakesADeletedPodAwayAfterItsGrace) {
  NodeDesk desk;
  desk.place("p", record_a());
  ASSERT_TRUE(desk.reaches("p", "Running"));

  desk.store->remove(pod_at("p"), {.grace_seconds = 1, .uid = {}, .resource_version = {}});

  EXPECT_EQ(desk.phase_of("p"), "Running");
  EXPECT_TRUE(desk.vanishes("p"));
}

TEST(Kubelet, FindsItsPodsAgainAfterTheLogHasRunOver) {
  NodeDesk desk(NodeDesk::quick(), 2);
  desk.place("a", record_a());
  for (int k = 0; k < 5; ++k) desk.store->create(pod_at({}), a_pod("other" + std::to_string(k)));

  EXPECT_TRUE(desk.reaches("a", "Running"));
}

TEST(Kubelet, CountsIdsOfInitContainersAndSidecars) {
  const std::string resource = kCountResource;
  const Json pod = parsed(
      R"({"spec":{"initContainers":[)"
      R"({"name":"side","restartPolicy":"Always","resources":{"limits":{"huawei.com/Ascend310P":"1"}}},)"
      R"({"name":"i","resources":{"limits":{"huawei.com/Ascend310P":"4"}}}],)"
      R"("containers":[{"name":"c","resources":{"limits":{"huawei.com/Ascend310P":2}}}]}})");

  EXPECT_EQ(occupied_ids(pod, resource), 5);
  EXPECT_EQ(asked_containers(pod, resource)->size(), 3U);
}

class BadLimit : public testing::TestWithParam<const char*> {};

TEST_P(BadLimit, IsNeitherServedNorCharged) {
  Json pod = a_pod("p");
  Json limits = Json::object();
  limits.set(kCountResource, GetParam());
  pod.member("spec").find("containers")->edit_items()[0].member("resources").set("limits", limits);

  EXPECT_FALSE(asked_containers(pod, kCountResource));
  EXPECT_EQ(occupied_ids(pod, kCountResource), 0);
}

INSTANTIATE_TEST_SUITE_P(Limits, BadLimit,
                         testing::Values("1.5", "-1", "x", "1000001", "9223372036854775807"));

}  // namespace
}  // namespace npushare::embedded
