/// Bodies recorded from kube-apiserver 1.37.2.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "scheduler/wire/object_reader.hpp"
#include "tests/support/wire_golden.hpp"

namespace npushare::wire {
namespace {

template <class Event, class Read>
std::vector<Event> events_of(const std::string& body, Read read) {
  std::vector<Event> events;
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);) {
    Result<Event> event = read(line);
    EXPECT_TRUE(event) << line;
    if (event) events.push_back(*std::move(event));
  }
  return events;
}

TEST(RecordedApi, PodList) {
  std::vector<Pod> pods;
  const Result<ListMeta> meta =
      read_pod_list(golden("list-pods.body"), [&](Pod&& pod) { pods.push_back(std::move(pod)); });

  ASSERT_TRUE(meta) << meta.error().message;
  EXPECT_EQ(meta->resource_version, "672");
  EXPECT_EQ(meta->continue_token, "");
  ASSERT_FALSE(pods.empty());
  EXPECT_EQ(pods[0].key, (PodKey{"default", "ascend-vnpu-check"}));
  EXPECT_EQ(pods[0].uid, PodUid("7c9dd8b3-87dc-49f7-8fbd-992cfe7e4fd9"));
  EXPECT_EQ(pods[0].annotations, (StringMap{{"hami.io/vgpu-node", "npu-node-2"},
                                            {"huawei.com/vnpu-mode", "hami-core"}}));
  ASSERT_EQ(pods[0].containers.size(), 1U);
  EXPECT_EQ(pods[0].containers[0].limits.at("huawei.com/Ascend310P-memory"), "8192");
}

TEST(RecordedApi, PageOfNodes) {
  std::vector<Node> nodes;
  const Result<ListMeta> meta = read_node_list(
      golden("list-nodes-page.body"), [&](Node&& node) { nodes.push_back(std::move(node)); });

  ASSERT_TRUE(meta) << meta.error().message;
  EXPECT_FALSE(meta->continue_token.empty());
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].name, NodeName("npu-node-1"));
  EXPECT_TRUE(nodes[0].annotations.contains("hami.io/node-register-Ascend310P"));
  EXPECT_EQ(nodes[0].allocatable.at("huawei.com/Ascend310P"), "14");
}

TEST(RecordedApi, OneNode) {
  const Result<Node> node = read_node(golden("node.json"));

  ASSERT_TRUE(node) << node.error().message;
  EXPECT_EQ(node->name, NodeName("npu-node-3"));
  EXPECT_EQ(node->resource_version, "755");
  EXPECT_EQ(node->annotations.at("hami-vnpu-core"), "true");
  EXPECT_EQ(node->allocatable.size(), 3U);
}

TEST(RecordedApi, WatchOfPods) {
  const auto events = events_of<WatchEvent<Pod>>(golden("watch-pods.body"),
                                                 [](auto& line) { return read_pod_event(line); });

  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(events[0].type, EventType::kModified);
  EXPECT_TRUE(events[0].object.is_terminating);
  EXPECT_EQ(events[0].object.node, NodeName("npu-node-1"));
  EXPECT_EQ(events[1].type, EventType::kDeleted);
  EXPECT_EQ(events[1].object.resource_version, "677");
  EXPECT_EQ(events[2].type, EventType::kBookmark);
  EXPECT_EQ(events[2].object.resource_version, "677");
  EXPECT_FALSE(events[2].initial_end);
}

TEST(RecordedApi, WatchWithInitialEvents) {
  const auto events = events_of<WatchEvent<Node>>(golden("watch-initial-events.body"),
                                                  [](auto& line) { return read_node_event(line); });

  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(events[0].object.name, NodeName("npu-node-1"));
  EXPECT_FALSE(events[2].initial_end);
  EXPECT_TRUE(events[3].initial_end);
  EXPECT_EQ(events[3].object.resource_version, "677");
}

struct StatusCase {
  const char* file;
  int code;
  const char* reason;
};

class RecordedStatus : public testing::TestWithParam<StatusCase> {};

TEST_P(RecordedStatus, GivesCodeAndReason) {
  const Status status = read_status(golden(GetParam().file));

  EXPECT_EQ(status.code, GetParam().code);
  EXPECT_EQ(status.reason, GetParam().reason);
  EXPECT_FALSE(status.message.empty());
}

INSTANTIATE_TEST_SUITE_P(Bodies, RecordedStatus,
                         testing::Values(StatusCase{"unauthorized.body", 401, "Unauthorized"},
                                         StatusCase{"forbidden-anonymous.body", 403, "Forbidden"},
                                         StatusCase{"bind-not-found.body", 404, "NotFound"},
                                         StatusCase{"bind-already.body", 409, "Conflict"},
                                         StatusCase{"bind-wrong-uid.body", 409, "Conflict"},
                                         StatusCase{"patch-conflict.body", 409, "Conflict"},
                                         StatusCase{"patch-jsonpatch-test-fails.body", 422,
                                                    "Invalid"},
                                         StatusCase{"list-exact-expired.body", 410, "Expired"},
                                         StatusCase{"list-continue-expired.body", 410, "Expired"},
                                         StatusCase{"unknown-path.body", 0, ""}));

TEST(RecordedExpiry, CarriesTheTokenToGoOnWith) {
  EXPECT_TRUE(read_status(golden("list-continue-expired.body")).continue_token.starts_with("eyJ2"));
  EXPECT_EQ(read_status(golden("unknown-path.body")).message, "404 page not found");
}

}  // namespace
}  // namespace npushare::wire
