#include "scheduler/sync/node_capacity.hpp"

#include <gtest/gtest.h>

#include "tests/support/backends_builders.hpp"

namespace npushare::sync {
namespace {

using backends_test::model_310p;
using backends_test::model_910a;

constexpr const char* kMemory = "huawei.com/Ascend310P-memory";
constexpr const char* kCores = "huawei.com/Ascend310P-core";

const Catalogue& both_models() {
  static const Catalogue catalogue{.models = {model_310p(), model_910a()}};
  return catalogue;
}

Chip a_310p(const std::string& uuid, std::int64_t memory, std::int64_t cores, bool healthy = true) {
  return {.uuid = ChipUuid{uuid},
          .model = ModelName{"Ascend310P"},
          .capacity = {.memory = MiB{memory}, .cores = Cores{cores}},
          .device_memory = MiB{memory},
          .healthy = healthy};
}

Inventory two_chips() {
  return {.chips = {a_310p("A", 21527, 100), a_310p("B", 21527, 100)},
          .registration = Registration::kFresh};
}

wire::Node showing(const wire::StringMap& allocatable) {
  wire::Node node;
  node.name = NodeName{"n1"};
  node.allocatable = allocatable;
  return node;
}

wire::CapacityPatch published(const wire::Node& node, const Inventory& inventory) {
  return patch_for(node, inventory, both_models(), CapacityUse::kPublish);
}

// Lab 13's node: 2 x 21527 MiB.
TEST(NodeCapacity, IsTheSumOverHealthyChipsInBothNames) {
  EXPECT_EQ(published(showing({}), two_chips()),
            (wire::CapacityPatch{{kMemory, 43054}, {kCores, 200}}));
}

TEST(NodeCapacity, IsNotWrittenWhereItIsShown) {
  EXPECT_TRUE(published(showing({{kMemory, "43054"}, {kCores, "200"}}), two_chips()).empty());
}

TEST(NodeCapacity, IsComparedByValueAsTheServerWritesIt) {
  const Inventory round{.chips = {a_310p("A", 43000, 8)}, .registration = Registration::kFresh};

  EXPECT_TRUE(published(showing({{kMemory, "43k"}, {kCores, "8"}}), round).empty());
}

TEST(NodeCapacity, LeavesOutSickChipsAndChipsOfNoModel) {
  Inventory inventory = two_chips();
  inventory.chips[1].healthy = false;
  inventory.chips.push_back(a_310p("C", 9999, 100));
  inventory.chips[2].model = ModelName{"Ascend999"};

  EXPECT_EQ(published(showing({{kMemory, "43054"}, {kCores, "200"}}), inventory),
            (wire::CapacityPatch{{kMemory, 21527}, {kCores, 100}}));
}

TEST(NodeCapacity, WritesOnlyTheNameThatDiffers) {
  EXPECT_EQ(published(showing({{kMemory, "43054"}, {kCores, "0"}}), two_chips()),
            (wire::CapacityPatch{{kCores, 200}}));
}

TEST(NodeCapacity, FallsToNothingWhereChipsWere) {
  EXPECT_EQ(published(showing({{kMemory, "43054"}, {"huawei.com/Ascend910A-memory", "7"}}), {}),
            (wire::CapacityPatch{{kMemory, 0}, {"huawei.com/Ascend910A-memory", 0}}));
  EXPECT_TRUE(
      published(showing({{"huawei.com/Ascend310P", "14"}, {"cpu.example/x", "3"}}), {}).empty());
}

TEST(NodeCapacity, IsInTheUnitThatPodsAskIn) {
  Catalogue gibibytes{.models = {model_310p()}};
  gibibytes.models[0].memory_factor = 1024;

  EXPECT_EQ(capacity_of(two_chips(), gibibytes).at(kMemory), 2 * (21527 / 1024));
}

TEST(NodeCapacity, OfUnreadableTextIsWrittenAnew) {
  for (const char* odd : {"much", "", "1500m", "99999999999999999999"})
    EXPECT_EQ(published(showing({{kMemory, odd}, {kCores, "200"}}), two_chips()),
              (wire::CapacityPatch{{kMemory, 43054}}))
        << odd;
}

TEST(NodeCapacity, IsTakenBackOnlyWhenAsked) {
  const wire::Node node = showing({{kMemory, "43054"}, {"huawei.com/Ascend310P", "14"}});

  EXPECT_TRUE(patch_for(node, two_chips(), both_models(), CapacityUse::kKeep).empty());
  EXPECT_EQ(patch_for(node, two_chips(), both_models(), CapacityUse::kRemove),
            (wire::CapacityPatch{{kMemory, std::nullopt}}));
  EXPECT_TRUE(patch_for(showing({}), two_chips(), both_models(), CapacityUse::kRemove).empty());
}

}  // namespace
}  // namespace npushare::sync
