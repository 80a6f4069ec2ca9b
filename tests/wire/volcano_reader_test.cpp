// What is read of the bodies of Volcano's extender: spec/volcano-deviceshare.md 5.3, 5.5.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "scheduler/wire/volcano.hpp"

namespace npushare::wire {
namespace {

VolcanoArgs read(const std::string& body) {
  VolcanoArgs args;
  const Result<> done = read_volcano_args(body, args);
  EXPECT_TRUE(done) << done.error().message;
  return args;
}

std::string complaint(const std::string& body) {
  VolcanoArgs args;
  const Result<> done = read_volcano_args(body, args);
  return done ? "" : done.error().message;
}

TEST(VolcanoReader, ReadsATaskWithItsPod) {
  const VolcanoArgs args = read(
      R"({"task":{"UID":"u1","Job":"ai/gang","Name":"p","Namespace":"ai","NodeName":"n1","Status":2,
          "LastTransaction":{"Status":64},"Resreq":{"ScalarResources":null},
          "Pod":{"metadata":{"name":"p","namespace":"ai","uid":"u1"},"spec":{"containers":[]}}}})");

  EXPECT_TRUE(args.has_task && args.has_pod);
  EXPECT_EQ(args.task.uid, PodUid{"u1"});
  EXPECT_EQ(args.task.key, (PodKey{"ai", "p"}));
  EXPECT_EQ(args.task.job, "ai/gang");
  EXPECT_EQ(args.task.node, NodeName{"n1"});
  EXPECT_EQ(args.task.status, TaskStatus::kAllocated);
  EXPECT_TRUE(args.nodes.empty());
}

TEST(VolcanoReader, TakesFromThePodWhatTheTaskLeavesOut) {
  const VolcanoArgs args =
      read(R"({"task":{"Pod":{"metadata":{"name":"p","namespace":"ai","uid":"u1"}}}})");

  EXPECT_EQ(args.task.uid, PodUid{"u1"});
  EXPECT_EQ(args.task.key, (PodKey{"ai", "p"}));
  EXPECT_EQ(args.task.status, TaskStatus::kNotSaid);
}

TEST(VolcanoReader, ReadsWhoIsOnANode) {
  const VolcanoArgs args = read(
      R"({"node":{"Name":"n1","Node":{"metadata":{"name":"other"}},"Tasks":{
          "ai/a":{"UID":"a","Pod":{"UID":"x","Status":1},"Status":32},
          "ai/b":{"Status":64,"UID":"b\u002d1"}}}})");

  ASSERT_EQ(args.nodes.size(), 1U);
  EXPECT_EQ(args.nodes[0].name, NodeName{"n1"});
  ASSERT_EQ(args.nodes[0].tasks.size(), 2U);
  EXPECT_EQ(args.nodes[0].tasks[0].uid, PodUid{"a"});
  EXPECT_EQ(args.nodes[0].tasks[0].status, TaskStatus::kRunning);
  EXPECT_EQ(args.nodes[0].tasks[1].uid, PodUid{"b-1"});
  EXPECT_EQ(args.nodes[0].tasks[1].status, TaskStatus::kReleasing);
}

TEST(VolcanoReader, KnowsANodeThatSaysNothingOfItsTasksFromAnEmptyOne) {
  const VolcanoArgs args = read(R"({"nodes":[{"Name":"a"},{"Name":"b","Tasks":{}},
                                             {"Name":"c","Tasks":null}]})");

  ASSERT_EQ(args.nodes.size(), 3U);
  EXPECT_FALSE(args.nodes[0].has_tasks);
  EXPECT_TRUE(args.nodes[1].has_tasks);
  EXPECT_TRUE(args.nodes[2].has_tasks);
}

TEST(VolcanoReader, MatchesKeysExactlyAndIgnoresOthers) {
  const VolcanoArgs args =
      read(R"({"Task":{"UID":"no"},"task":{"uid":"no","Uid":"no","more":[{}]},"x":1})");

  EXPECT_TRUE(args.has_task);
  EXPECT_TRUE(args.task.uid.empty());
}

TEST(VolcanoReader, TakesAStatusItDoesNotKnowForNoneSaid) {
  for (const std::string status : {"0", "3", "512", "1024", "-1", "null"})
    EXPECT_EQ(read(R"({"task":{"Status":)" + status + "}}").task.status, TaskStatus::kNotSaid);
}

TEST(VolcanoReader, KeepsNothingOfTheCallBefore) {
  VolcanoArgs args = read(R"({"task":{"UID":"u","Pod":{"metadata":{"name":"p"}}},"nodes":[{}]})");

  ASSERT_TRUE(read_volcano_args("{}", args));

  EXPECT_FALSE(args.has_task || args.has_pod);
  EXPECT_TRUE(args.task.uid.empty());
  EXPECT_TRUE(args.nodes.empty());
}

TEST(VolcanoReader, SaysWhereItStumbles) {
  EXPECT_EQ(complaint(R"({"task":{"Status":2.5}})"), "task: Status: a whole number is expected");
  EXPECT_TRUE(complaint(R"({"task":{"UID":7}})").starts_with("task: UID: "));
  EXPECT_TRUE(complaint(R"({"task":{"Pod":[]}})").starts_with("task: Pod: "));
  EXPECT_TRUE(complaint(R"({"nodes":[{"Name":"a"},7]})").starts_with("nodes: [1]: "));
  EXPECT_TRUE(complaint(R"({"node":{"Tasks":{"a":7}}})").starts_with("node: Tasks: "));
  EXPECT_TRUE(complaint(R"({"nodes":{}})").starts_with("nodes: an array of nodes is expected"));
  EXPECT_NE(complaint(R"({"task":{)"), "");
  EXPECT_NE(complaint(""), "");
}

struct Recorded {
  const char* verb;
  TaskStatus status;
  const char* node;
  std::vector<std::string> nodes;
};

class RecordedVolcanoBody : public testing::TestWithParam<Recorded> {};

TEST_P(RecordedVolcanoBody, IsRead) {
  std::ifstream file(NPUSHARE_TESTS "/volcano/golden/" + std::string(GetParam().verb) + ".json");
  const VolcanoArgs args = read({std::istreambuf_iterator<char>(file), {}});

  EXPECT_EQ(args.task.uid, PodUid{"f4a00fff-17e4-41d7-b377-a105b88874e8"});
  EXPECT_EQ(args.task.job, "default/gang");
  EXPECT_EQ(args.task.status, GetParam().status);
  EXPECT_EQ(args.task.node, NodeName{GetParam().node});
  EXPECT_EQ(args.pod().containers.front().limits.at("huawei.com/Ascend310P-memory"), "6144");
  std::vector<std::string> names;
  for (const VolcanoNode& node : args.nodes) names.push_back(node.name.text());
  EXPECT_EQ(names, GetParam().nodes);
  if (names.empty()) return;
  ASSERT_EQ(args.nodes.front().tasks.size(), 1U);
  EXPECT_EQ(args.nodes.front().tasks.front().status, TaskStatus::kAllocated);
}

INSTANTIATE_TEST_SUITE_P(
    FromVolcano115, RecordedVolcanoBody,
    testing::Values(Recorded{"predicate", TaskStatus::kPending, "", {"npu-node-1"}},
                    Recorded{"prioritize",
                             TaskStatus::kPending,
                             "",
                             {"npu-node-1", "npu-node-2", "npu-node-3"}},
                    Recorded{"allocate", TaskStatus::kAllocated, "npu-node-2", {}}),
    [](const auto& row) { return std::string(row.param.verb); });

}  // namespace
}  // namespace npushare::wire
