/// Bodies recorded from kube-scheduler 1.37.2.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scheduler/wire/extender.hpp"
#include "tests/support/wire_directory.hpp"
#include "tests/support/wire_golden.hpp"

namespace npushare::wire {
namespace {

struct ArgsCase {
  const char* pod;
  const char* call;
  std::vector<std::uint32_t> numbers;  // of the nodes asked about
  std::int64_t priority = 0;
};

class RecordedCall : public testing::TestWithParam<ArgsCase> {};

TEST_P(RecordedCall, IsReadTheSameForFilterAndPrioritize) {
  const NodeDirectory directory = directory_of({"npu-node-1", "npu-node-2", "npu-node-3"});
  for (const std::string verb : {"filter", "prioritize"}) {
    const std::string body = golden(verb + "-" + GetParam().pod + GetParam().call + ".json");
    if (body.empty()) continue;  // no prioritize was sent for a single node
    ExtenderArgs args;
    const Result<> done = read_extender_args(body, directory, args);

    ASSERT_TRUE(done) << done.error().message;
    EXPECT_TRUE(args.has_pod && args.has_names && !args.has_nodes);
    EXPECT_EQ(args.pod().key, (PodKey{"default", GetParam().pod}));
    EXPECT_EQ(args.pod().priority, GetParam().priority);
    EXPECT_EQ(args.pod().phase, "Pending");
    std::vector<std::uint32_t> numbers;
    args.candidates.each([&](const Candidate& one) { numbers.push_back(one.number); });
    EXPECT_EQ(numbers, GetParam().numbers);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Bodies, RecordedCall,
    testing::Values(ArgsCase{"ascend-vnpu-check", "-1", {1, 2, 0}},
                    ArgsCase{"low-1", "-4", {0, 1, 2}}, ArgsCase{"low-2", "-5", {1, 2}},
                    ArgsCase{"low-3", "-6", {2}}, ArgsCase{"multi", "-2", {0, 1, 2}},
                    ArgsCase{"vip", "-7", {2}, 1000}, ArgsCase{"vir02", "-3", {0, 1, 2}}));

Pod pod_of(const std::string& file) {
  const std::string body = golden(file);
  ExtenderArgs args;
  EXPECT_TRUE(read_extender_args(body, directory_of({}), args));
  return args.pod();
}

TEST(RecordedPod, MultiHasAnInitContainerASidecarAndThreeApps) {
  const Pod pod = pod_of("filter-multi-2.json");

  ASSERT_EQ(pod.containers.size(), 5U);
  const std::vector<std::pair<std::string, ContainerKind>> expected{
      {"warm", ContainerKind::kInit},
      {"side", ContainerKind::kSidecar},
      {"proxy", ContainerKind::kApp},
      {"a", ContainerKind::kApp},
      {"b", ContainerKind::kApp}};
  for (std::size_t at = 0; at < expected.size(); ++at) {
    EXPECT_EQ(pod.containers[at].name, expected[at].first);
    EXPECT_EQ(pod.containers[at].kind, expected[at].second);
  }
  EXPECT_EQ(pod.containers[0].limits.at("huawei.com/Ascend310P-core"), "10");
  EXPECT_TRUE(pod.containers[2].limits.empty());
  EXPECT_EQ(pod.containers[4].requests.at("huawei.com/Ascend310P"), "2");
  EXPECT_EQ(pod.annotations.size(), 2U);
  EXPECT_FALSE(pod.init_done);
}

TEST(RecordedPod, VipIsNominated) {
  EXPECT_EQ(pod_of("filter-vip-7.json").nominated_node, NodeName("npu-node-1"));
}

// The same request as the scheduler sends it with nodeCacheCapable false.
TEST(RecordedPod, OfMultiIsReadBesideWholeNodes) {
  std::string body = golden("filter-multi-2.json");
  const std::string tail = R"("Nodes":null,"NodeNames":["npu-node-1","npu-node-2","npu-node-3"]})";
  ASSERT_TRUE(body.ends_with(tail));
  const std::string node = golden("node.json");
  body.resize(body.size() - tail.size());
  body += R"("Nodes":{"metadata":{},"items":[)" + node + "]},\"NodeNames\":null}";
  ExtenderArgs args;

  const Result<> done = read_extender_args(body, directory_of({"npu-node-3"}), args);

  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(args.pod().containers.size(), 5U);
  ASSERT_EQ(args.candidates.size(), 1U);
  EXPECT_EQ(args.candidates.nth(0).number, 0U);
  EXPECT_EQ(args.nodes[0].allocatable.at("huawei.com/Ascend310P-memory"), "43054");
  EXPECT_EQ(args.raw_nodes[0], node.substr(0, node.find_last_of('}') + 1));
}

struct BindCase {
  const char* file;
  const char* pod;
  const char* node;
};

class RecordedBind : public testing::TestWithParam<BindCase> {};

TEST_P(RecordedBind, IsRead) {
  const Result<BindArgs> args = read_bind_args(golden(GetParam().file));

  ASSERT_TRUE(args) << args.error().message;
  EXPECT_EQ(args->pod, (PodKey{"default", GetParam().pod}));
  EXPECT_EQ(args->node, NodeName(GetParam().node));
  EXPECT_EQ(args->uid.text().size(), 36U);
}

INSTANTIATE_TEST_SUITE_P(Bodies, RecordedBind,
                         testing::Values(BindCase{"bind-ascend-vnpu-check-1.json",
                                                  "ascend-vnpu-check", "npu-node-2"},
                                         BindCase{"bind-low-1-4.json", "low-1", "npu-node-1"},
                                         BindCase{"bind-low-2-5.json", "low-2", "npu-node-2"},
                                         BindCase{"bind-low-3-6.json", "low-3", "npu-node-3"},
                                         BindCase{"bind-multi-2.json", "multi", "npu-node-1"},
                                         BindCase{"bind-vip-7.json", "vip", "npu-node-3"},
                                         BindCase{"bind-vir02-3.json", "vir02", "npu-node-1"}));

}  // namespace
}  // namespace npushare::wire
