#include "config/cluster_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/support/config_files.hpp"

namespace npushare::config {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

TEST(ClusterFile, TakesEveryKey) {
  const Result<ClusterFile> file =
      read_cluster_file(testing_support::config_fixture("cluster.yaml"), "cluster.yaml");

  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->port, 0);
  EXPECT_EQ(file->node_config, "node-config.yaml");
  EXPECT_EQ(file->plugin_delay, std::chrono::milliseconds{20});
  EXPECT_EQ(file->schedule_every, std::chrono::milliseconds{50});
  EXPECT_EQ(file->scheduler_name, "default-scheduler");
  ASSERT_EQ(file->nodes.size(), 51U);
  const ClusterNode& lab = file->nodes[0];
  EXPECT_EQ(lab.name, "aio-node74-arm");
  EXPECT_EQ(lab.mode, Mode::kSoft);
  EXPECT_EQ(lab.slots, 7);
  ASSERT_EQ(lab.chips.size(), 2U);
  EXPECT_EQ(lab.chips[0].uuid, "68496E64-20E05477-92C31323-6E78030A-BD003019");
  EXPECT_TRUE(lab.chips[0].healthy);
  EXPECT_FALSE(lab.chips[1].healthy);
  EXPECT_EQ(lab.chips[1].card, 1);
}

TEST(ClusterFile, GivesANodeItsDriver) {
  const Result<ClusterFile> file = read_cluster_file(
      "nodes:\n- name: n\n  dra: {memory: 21525}\n  chips: [{uuid: A}, {uuid: B, physicalId: 2}]\n"
      "- {name: m, dra: {}, chipCount: 1}\n- {name: o, chipCount: 2}",
      "c");

  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->nodes[0].driver.value().memory, MiB{21525});
  EXPECT_EQ(file->nodes[0].chips[0].physical_id, 0);
  EXPECT_EQ(file->nodes[0].chips[1].physical_id, 2);
  EXPECT_FALSE(file->nodes[1].driver.value().memory);
  EXPECT_FALSE(file->nodes[2].driver);
  EXPECT_EQ(file->nodes[2].chips[1].physical_id, 1);
  EXPECT_TRUE(file->api.has_dra);  // there is something to publish
}

TEST(ClusterFile, ServesNoDevicesUnlessItSaysSo) {
  const auto has_dra = [](const std::string& api) {
    const Result<ClusterFile> file =
        read_cluster_file(api + "nodes: [{name: n, chipCount: 1}]", "c");
    return file && file->api.has_dra;
  };
  EXPECT_FALSE(has_dra(""));
  EXPECT_TRUE(has_dra("api: {dra: true}\n"));
  EXPECT_FALSE(read_cluster_file("nodes: [{name: n, chipCount: 1, dra: {memory: 0}}]", "c"));
}

TEST(ClusterFile, NumbersTheNodesOfACount) {
  const auto first_and_last = [](const std::string& name, int count) {
    const Result<ClusterFile> file = read_cluster_file(
        "nodes:\n- {name: " + name + ", count: " + std::to_string(count) + ", chipCount: 1}", "c");
    return file ? file->nodes.front().name + " " + file->nodes.back().name : file.error().message;
  };

  EXPECT_EQ(first_and_last("many-", 50), "many-000 many-049");
  EXPECT_EQ(first_and_last("many", 1), "many-000 many-000");
  EXPECT_EQ(first_and_last("n", 1000), "n-000 n-999");
  EXPECT_EQ(first_and_last("n", 1001), "n-0000 n-1000");
}

TEST(ClusterFile, MakesUpUuidsThatAreUniqueAndAlwaysTheSame) {
  const std::string yaml = "nodes:\n- {name: n, count: 1000, chipCount: 8}";
  const Result<ClusterFile> file = read_cluster_file(yaml, "c");
  const Result<ClusterFile> again = read_cluster_file(yaml, "c");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(again);

  std::set<std::string> uuids;
  for (const ClusterNode& node : file->nodes) {
    for (const ClusterChip& chip : node.chips) uuids.insert(chip.uuid);
  }

  EXPECT_EQ(uuids.size(), 8000U);
  EXPECT_THAT(*uuids.begin(), MatchesRegex("[0-9A-F]{8}(-[0-9A-F]{8}){4}"));
  EXPECT_EQ(file->nodes[7].chips[3].uuid, again->nodes[7].chips[3].uuid);
}

struct RefusedCase {
  const char* yaml;
  const char* message;
};

class RefusedCluster : public testing::TestWithParam<RefusedCase> {};

TEST_P(RefusedCluster, NamesLineAndKey) {
  const Result<ClusterFile> file = read_cluster_file(GetParam().yaml, "c.yaml");

  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(file.error().message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedCluster,
    testing::Values(
        RefusedCase{"", "c.yaml:1: nodes: is missing"},
        RefusedCase{"port: 65536\nnodes: []", "port: "},
        RefusedCase{"nodes: []\nplugn: {}",
                    "c.yaml:2: unknown key \"plugn\"; did you mean \"plugin\"?"},
        RefusedCase{"nodes: []\nplugin: {delay: 20}",
                    "plugin.delay: \"20\" is no time span from 0ms"},
        RefusedCase{"nodes: []\nscheduler: {every: 0ms}",
                    "scheduler.every: \"0ms\" is no time span"},
        RefusedCase{"nodes:\n- {name: a}", "nodes[0].chips: must be given, or else chipCount"},
        RefusedCase{"nodes:\n- {name: a, chipCount: 1, chips: [{uuid: x}]}", "and not both"},
        RefusedCase{"nodes:\n- {name: a, count: 2, chips: [{uuid: x}]}", "count: needs chipCount"},
        RefusedCase{"nodes:\n- {name: A, chipCount: 1}", "\"A\" cannot name a node"},
        RefusedCase{"nodes:\n- {chipCount: 1}", "c.yaml:2: nodes[0].name: is missing"},
        RefusedCase{"nodes:\n- {name: a-, chipCount: 1}", "\"a-\" cannot name a node"},
        RefusedCase{"nodes:\n- {name: a, chipCount: 0}", "chipCount: \"0\" is out of range"},
        RefusedCase{"nodes:\n- {name: a, chipCount: 65}", "chipCount: \"65\" is out of range"},
        RefusedCase{"nodes:\n- {name: a, chipCount: 1, count: 10001}", "count: \"10001\" is out"},
        RefusedCase{"nodes:\n- {name: a, chipCount: 1, slots: 0}", "slots: \"0\" is out of range"},
        RefusedCase{"nodes:\n- {name: a, chipCount: 1, mode: both}", "write soft or hard"},
        RefusedCase{"nodes:\n- {name: a, chipCount: 1, model: 'x y'}", "cannot be a model"},
        RefusedCase{"nodes:\n- {name: a, chipCount: 1, model: ''}", "model: is empty"},
        RefusedCase{"nodes:\n- {name: a, chips: [{uuid: 'x,y'}]}", "cannot be a uuid"},
        RefusedCase{"nodes:\n- {name: a, chips: [{uuid: x}, {uuid: x}]}",
                    "c.yaml:2: nodes[0]: a second chip has the uuid \"x\""},
        RefusedCase{"nodes:\n- {name: a, chipCount: 1}\n- {name: a, chipCount: 1}",
                    "c.yaml:3: nodes[1]: a second node has the name \"a\""},
        RefusedCase{"nodes:\n- {name: a, count: 10000, chipCount: 1}\n"
                    "- {name: b, count: 10000, chipCount: 1}\n- {name: c, chipCount: 1}",
                    "nodes: are more than 20000"}));

}  // namespace
}  // namespace npushare::config
