#include "config/node_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/config_files.hpp"

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(NodeConfig, TakesEveryKeyAndDefaultsTheRest) {
  const Result<NodeConfig> config = read_node_config(R"(nodes:
- name: npu-node-1
  hami-vnpu-core: true
  vDeviceCount: 8
  filterDevices: {index: [4, 5], uuid: [A]}
- name: npu-node-2
)",
                                                     "n.yaml");

  ASSERT_TRUE(config) << config.error().message;
  const NodeEntry* first = config->find(NodeName("npu-node-1"));
  const NodeEntry* second = config->find(NodeName("npu-node-2"));
  ASSERT_NE(first, nullptr);
  ASSERT_NE(second, nullptr);
  EXPECT_TRUE(first->soft);
  EXPECT_EQ(first->slots, 8);
  EXPECT_THAT(first->filtered_cards, ElementsAre(4, 5));
  EXPECT_THAT(first->filtered_chips, ElementsAre(ChipUuid("A")));
  EXPECT_FALSE(second->soft);
  EXPECT_EQ(second->slots, 0);
  EXPECT_EQ(config->find(NodeName("npu-node")), nullptr);
}

TEST(NodeConfig, LetsTheFirstEntryOfANameCount) {
  std::vector<std::string> warnings;
  const Result<NodeConfig> config = read_node_config(
      "nodes:\n- {name: a, vDeviceCount: 1}\n- {name: a, vDeviceCount: 2}\n", "n.yaml", &warnings);

  ASSERT_TRUE(config);
  EXPECT_EQ(config->find(NodeName("a"))->slots, 1);
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("n.yaml:3: nodes[1]: a second entry for a")));
}

TEST(NodeConfig, OfTheExampleIsTheLabNode) {
  std::vector<std::string> warnings;
  const Result<NodeConfig> config = read_node_config(
      testing_support::example_file("node-config.yaml"), "node-config.yaml", &warnings);

  ASSERT_TRUE(config) << config.error().message;
  ASSERT_EQ(config->nodes.size(), 1U);
  EXPECT_TRUE(config->nodes[0].soft);
  EXPECT_EQ(config->nodes[0].slots, 7);
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(NodeConfig, IsReadFromItsManifest) {
  const std::string manifest =
      "kind: ConfigMap\ndata:\n  node-config.yaml: |-\n    nodes:\n    - name: a\n      "
      "vDeviceCount: x\n";
  const Result<NodeConfig> config = read_node_config(manifest, "n.yaml");

  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().message, HasSubstr("n.yaml:6: nodes[0].vDeviceCount: \"x\" is not"));
}

struct RefusedCase {
  const char* yaml;
  const char* message;
};

class RefusedNodeConfig : public testing::TestWithParam<RefusedCase> {};

TEST_P(RefusedNodeConfig, NamesLineAndKey) {
  const Result<NodeConfig> config = read_node_config(GetParam().yaml, "n.yaml");

  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(config.error().message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedNodeConfig,
    testing::Values(
        RefusedCase{"", "n.yaml:1: nodes: is missing"},
        RefusedCase{"nodes: 3", "nodes: must be a list"},
        RefusedCase{"nodes:\n- vDeviceCount: 3", "n.yaml:2: nodes[0].name: is missing"},
        RefusedCase{"nodes:\n- {name: a, hami-vnpu-core: 'true'}",
                    "nodes[0].hami-vnpu-core: \"true\""},
        RefusedCase{"nodes:\n- {name: a, hami-vnpucore: true}", "did you mean \"hami-vnpu-core\"?"},
        RefusedCase{"nodes:\n- {name: a, vDeviceCount: '7'}", "nodes[0].vDeviceCount: \"7\""},
        RefusedCase{"nodes:\n- {name: a, filterDevices: {index: [x]}}",
                    "nodes[0].filterDevices.index: holds something that is no card id"},
        RefusedCase{"nodes:\n- {name: a, filterDevices: {index: [-1]}}", "no card id"},
        RefusedCase{"nodes:\n- {name: a, filterDevices: {uuid: [[]]}}", "no uuid"}));

}  // namespace
}  // namespace npushare::config
