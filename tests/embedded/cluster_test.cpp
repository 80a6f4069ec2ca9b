#include "scheduler/embedded/cluster.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_devices.hpp"
#include "tests/support/embedded_extender.hpp"

namespace npushare::embedded {
namespace {

using namespace testing_support;
using wire::Json;

const std::string kPods = "/api/v1/namespaces/default/pods";

config::ClusterFile two_nodes() {
  config::ClusterFile file;
  for (const char* name : {"npu-node-1", "npu-node-2"}) {
    config::ClusterNode node;
    node.name = name;
    node.chips = {{kChipA, true}, {kChipB, true}};
    file.nodes.push_back(std::move(node));
  }
  file.plugin_delay = std::chrono::milliseconds(1);
  file.schedule_every = std::chrono::milliseconds(1);
  return file;
}

class RunningCluster {
 public:
  explicit RunningCluster(config::ClusterFile file)
      : cluster(running_.context().get_executor(), std::move(file),
                {{soft_profile().model}, false}) {
    started = cluster.start();
  }
  ~RunningCluster() {
    cluster.stop();
    running_.drain();
  }

 private:
  RunningContext running_{2};

 public:
  Cluster cluster;
  Result<> started;
};

/// The first event of the pod with that phase.
std::optional<Json> phase_event(WatchClient& watch, const std::string& pod, const char* phase) {
  return watch.next_where([&](const Json& event) {
    return event.at("object", "metadata", "name").string() == pod &&
           event.at("object", "status", "phase").string() == phase;
  });
}

/// The PodScheduled condition's message, as soon as it says something else than `before`.
std::string next_message(WatchClient& watch, const std::string& before = "") {
  std::string message;
  watch.next_where([&](const Json& event) {
    for (const Json& condition : event.at("object", "status", "conditions").items())
      message = condition["message"].string();
    return message != before;
  });
  return message;
}

TEST(Cluster, RegistersItsNodes) {
  RunningCluster running(two_nodes());
  ASSERT_TRUE(running.started);

  const Json list = parsed(get(running.cluster.port(), "/api/v1/nodes").body);

  ASSERT_EQ(list["items"].items().size(), 2U);
  const Json& node = list["items"].items().front();
  EXPECT_EQ(node.at("metadata", "labels")["kubernetes.io/arch"].string(), "arm64");
  EXPECT_EQ(node.at("status", "allocatable")[kCountResource].string(), "14");
  EXPECT_TRUE(node.at("metadata", "annotations")["hami.io/node-register-Ascend310P"].is_string());
}

TEST(Cluster, GivesPodsTheirClaimsAndLetsTheNextOneInWhenOneLeaves) {
  config::ClusterFile file = two_nodes();
  file.nodes.resize(1);
  file.nodes[0].driver = config::ClusterDriver{.memory = MiB{21525}};
  file.nodes[0].chips[1].physical_id = 2;
  file.api.has_dra = true;
  RunningCluster running(file);
  ASSERT_TRUE(running.started) << running.started.error().message;
  const std::uint16_t port = running.cluster.port();
  ScriptedExtender extender(port);
  running.cluster.schedule_with(extender.port());
  const std::string claims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
  WatchClient watch(port, "/api/v1/pods?watch=1");
  WatchClient of_b(port, "/api/v1/pods?watch=1&fieldSelector=metadata.name=b");
  for (const char* name : {"a", "b"}) {
    create(port, claims, a_claim(name, "8Gi", "60", pinned(kChipB)));
    create(port, kPods, pod_with_claim(name, "resourceClaimName", name));
    if (std::string(name) == "b") break;
    ASSERT_TRUE(phase_event(watch, "a", "Running"));
  }
  EXPECT_EQ(next_message(of_b), "0/1 nodes are available: 1 cannot allocate all claims.");

  ask(port, {.method = "DELETE", .path = kPods + "/a?gracePeriodSeconds=0"});

  EXPECT_TRUE(phase_event(watch, "b", "Running"));
  EXPECT_EQ(extender.calls(),
            "");  // pods without an NPU of the extender's are none of its business
  const Json trace = parsed(get(port, "/debug/plugin-trace").body);
  ASSERT_EQ(trace.items().size(), 2U);
  const Json& env = trace.items().front()["env"];
  EXPECT_EQ(env["NPU_MEM_QUOTA"].string(), "8192");
  EXPECT_EQ(env["NPU_PRIORITY"].string(), "60");
  EXPECT_EQ(env["ASCEND_VISIBLE_DEVICES"].string(), "2");  // the physical number
  EXPECT_EQ(parsed(get(port, claims + "/b").body).at("status", "reservedFor").items().size(), 1U);
}

TEST(Cluster, RefusesAModelThatIsNotInTheCatalogue) {
  config::ClusterFile file = two_nodes();
  file.nodes[1].model = ModelName{"Ascend999"};

  RunningCluster running(file);

  ASSERT_FALSE(running.started);
  EXPECT_NE(running.started.error().message.find("Ascend999"), std::string::npos);
}

TEST(Cluster, RefusesTwoNodesOfOneName) {
  config::ClusterFile file = two_nodes();
  file.nodes[1].name = file.nodes[0].name;

  RunningCluster running(file);

  EXPECT_FALSE(running.started);
}

TEST(Cluster, RunsAPodThatTheExtenderAccepts) {
  RunningCluster running(two_nodes());
  const std::uint16_t port = running.cluster.port();
  ScriptedExtender extender(port);
  running.cluster.schedule_with(extender.port());
  WatchClient watch(port, "/api/v1/pods?watch=1");

  create(port, kPods, a_pod("p"));

  const std::optional<Json> event = phase_event(watch, "p", "Running");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->at("object", "spec", "nodeName").string(), "npu-node-2");  // it rates it higher
  EXPECT_EQ(event->at("object", "metadata", "annotations")[kTa].string(), ";;");
  const Json trace = parsed(get(port, "/debug/plugin-trace").body);
  ASSERT_EQ(trace.items().size(), 1U);
  EXPECT_EQ(trace.items().front()["pickedPod"].string(), "default/p");
  EXPECT_EQ(extender.calls(), "filter prioritize bind");
}

TEST(Cluster, AsksForNoScoresWhenOneNodeIsLeft) {
  RunningCluster running(two_nodes());
  ScriptedExtender extender(running.cluster.port());
  extender.only_node("npu-node-1");
  running.cluster.schedule_with(extender.port());
  WatchClient watch(running.cluster.port(), "/api/v1/pods?watch=1");

  create(running.cluster.port(), kPods, a_pod("p"));

  ASSERT_TRUE(phase_event(watch, "p", "Running"));
  EXPECT_EQ(extender.calls(), "filter bind");
}

TEST(Cluster, SaysWhyAPodIsPendingAndTriesAgainWhenANodeChanges) {
  RunningCluster running(two_nodes());
  const std::uint16_t port = running.cluster.port();
  ScriptedExtender extender(port);
  extender.refuse("insufficient NPU memory");
  running.cluster.schedule_with(extender.port());
  WatchClient watch(port, "/api/v1/pods?watch=1");

  create(port, kPods, a_pod("p"));
  const std::string message = next_message(watch);
  EXPECT_EQ(message, "0/2 nodes are available: 2 insufficient NPU memory.");

  extender.accept();
  ask(port, {.method = "PATCH",
             .path = "/api/v1/nodes/npu-node-1",
             .body = R"({"metadata":{"labels":{"changed":"1"}}})",
             .content_type = "application/merge-patch+json"});
  EXPECT_TRUE(phase_event(watch, "p", "Running"));
}

TEST(Cluster, TriesAgainAfterTheExtenderHasFailed) {
  RunningCluster running(two_nodes());
  const std::uint16_t port = running.cluster.port();
  ScriptedExtender extender(port);
  extender.fail("books are closed");
  running.cluster.schedule_with(extender.port());
  WatchClient watch(port, "/api/v1/pods?watch=1");

  create(port, kPods, a_pod("p"));
  EXPECT_EQ(next_message(watch), "books are closed");

  extender.accept();
  EXPECT_TRUE(phase_event(watch, "p", "Running"));  // after its back-off of a second
}

}  // namespace
}  // namespace npushare::embedded
