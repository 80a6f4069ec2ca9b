#include "scheduler/wire/object_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace npushare::wire {
namespace {

TEST(NodeReader, KeepsNameOurAnnotationsLabelsAndExtendedResources) {
  const Result<Node> node = read_node(R"({"kind":"Node","metadata":{"name":"n1","uid":"U",
    "resourceVersion":"9","labels":{"kubernetes.io/arch":"arm64","ascend":"on","npushare.io/x":"y"},
    "annotations":{"hami.io/mutex.lock":"l","other":"o"}},
    "status":{"allocatable":{"cpu":"64","huawei.com/Ascend310P":14}}})");

  ASSERT_TRUE(node) << node.error().message;
  EXPECT_EQ(node->name, NodeName("n1"));
  EXPECT_EQ(node->uid, "U");
  EXPECT_EQ(node->resource_version, "9");
  EXPECT_EQ(node->labels, (StringMap{{"kubernetes.io/arch", "arm64"}, {"npushare.io/x", "y"}}));
  EXPECT_EQ(node->annotations, (StringMap{{"hami.io/mutex.lock", "l"}}));
  EXPECT_EQ(node->allocatable, (StringMap{{"huawei.com/Ascend310P", "14"}}));
}

TEST(ListReader, CallsForEachItemInOrderAndReturnsTheListsOwnMetadata) {
  std::vector<std::string> names;
  const Result<ListMeta> meta = read_pod_list(
      R"({"items":[{"metadata":{"name":"a"},"spec":{"nodeName":"n"}},
                   {"metadata":{"name":"b","resourceVersion":"1"}}],
          "metadata":{"resourceVersion":"672","continue":"next"},"kind":"PodList"})",
      [&](Pod&& pod) { names.push_back(pod.key.name + "@" + pod.node.text()); });

  ASSERT_TRUE(meta) << meta.error().message;
  EXPECT_EQ(names, (std::vector<std::string>{"a@n", "b@"}));
  EXPECT_EQ(meta->resource_version, "672");
  EXPECT_EQ(meta->continue_token, "next");
}

std::string list_complaint(const std::string& json) {
  const Result<ListMeta> meta = read_node_list(json, [](Node&&) {});
  return meta ? "" : meta.error().message;
}

TEST(ListReader, TakesAnEmptyListAndTheOneOfKubectl) {
  EXPECT_EQ(list_complaint(R"({"kind":"NodeList","metadata":{},"items":[]})"), "");
  EXPECT_EQ(list_complaint(R"({"kind":"NodeList","items":null})"), "");
  EXPECT_EQ(list_complaint(R"({"kind":"List","items":[{"kind":"Node","metadata":{"name":"a"}}]})"),
            "");
}

TEST(ListReader, NeverTakesAnErrorForAnEmptyList) {
  EXPECT_EQ(list_complaint("{}"), "items: missing, so this is no NodeList");
  EXPECT_EQ(list_complaint(R"({"kind":"Status","items":[]})"),
            "kind: \"Status\" where a NodeList is expected");
}

TEST(ListReader, NamesTheItemThatIsWrong) {
  EXPECT_EQ(list_complaint(R"({"items":[{"metadata":{"name":"a"}},{"metadata":{"name":1}}]})"),
            "items[1].metadata.name: a string is expected");
  EXPECT_EQ(list_complaint(R"({"items":[{"metadata":{"name":"a"}},{"metadata":{}}]})"),
            "items[1]: metadata.name is missing");
}

TEST(EventReader, ReadsTypeAndObjectInEitherOrder) {
  for (const char* line : {R"({"type":"MODIFIED","object":{"metadata":{"name":"p"}}})",
                           R"({"object":{"metadata":{"name":"p"}},"type":"MODIFIED"} )"}) {
    const Result<WatchEvent<Pod>> event = read_pod_event(line);
    ASSERT_TRUE(event) << event.error().message;
    EXPECT_EQ(event->type, EventType::kModified);
    EXPECT_EQ(event->object.key.name, "p");
    EXPECT_FALSE(event->initial_end);
  }
}

TEST(EventReader, ReadsBookmarks) {
  const Result<WatchEvent<Node>> plain = read_node_event(
      R"({"type":"BOOKMARK","object":{"kind":"Node","metadata":{"resourceVersion":"12"}}})");
  const Result<WatchEvent<Node>> last = read_node_event(
      R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"13","annotations":
          {"k8s.io/initial-events-end":"true"}}}})");

  ASSERT_TRUE(plain && last);
  EXPECT_EQ(plain->type, EventType::kBookmark);
  EXPECT_EQ(plain->object.resource_version, "12");
  EXPECT_FALSE(plain->initial_end);
  EXPECT_EQ(last->object.resource_version, "13");
  EXPECT_TRUE(last->initial_end);
}

TEST(EventReader, ReadsTheStatusOfAnError) {
  const Result<WatchEvent<Pod>> event = read_pod_event(
      R"({"type":"ERROR","object":{"kind":"Status","reason":"Expired","code":410,"message":"m"}})");

  ASSERT_TRUE(event);
  EXPECT_EQ(event->type, EventType::kError);
  EXPECT_EQ(event->status.code, 410);
  EXPECT_EQ(event->status.reason, "Expired");
}

TEST(EventReader, RefusesWhatIsNoEvent) {
  const auto complaint = [](const std::string& line) {
    const Result<WatchEvent<Pod>> event = read_pod_event(line);
    return event ? std::string() : event.error().message;
  };

  EXPECT_EQ(complaint(""), "an object is expected at offset 0");
  EXPECT_EQ(complaint("{}"), "object: missing");
  EXPECT_EQ(complaint(R"({"type":1,"object":{}})"), "type: a string is expected");
  EXPECT_EQ(complaint(R"({"type":"OTHER","object":{}})"), "type: \"OTHER\" is no event");
  EXPECT_EQ(complaint(R"({"type":"ADDED","object":{}})"), "object: metadata.name is missing");
  EXPECT_EQ(complaint(R"({"type":"ADDED","object":{"spec":[]}})"),
            "object: spec: an object is expected");
  EXPECT_EQ(complaint(R"({"type":"ADDED","object":{"metadata":{"name":"p"}}}x)"),
            "something follows the JSON value at offset 51");
  EXPECT_NE(complaint(R"({"type":"ADDED","object":{"metadata":{"name":"p"})"), "");
  EXPECT_NE(complaint(R"({"type":"ADDED","object":{"metadata":{"name":"p"]}})"), "");
}

TEST(StatusReader, GivesTheTextOfABodyThatIsNoStatus) {
  const Status text = read_status("too many requests\n");
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.message, "too many requests");

  EXPECT_EQ(read_status("").message, "");
  EXPECT_EQ(read_status(R"({"kind":"Pod","code":7})").code, 0);
  EXPECT_EQ(read_status(R"({"kind":"Status","code":"x","message":5})").code, 0);
}

}  // namespace
}  // namespace npushare::wire
