#include "scheduler/backends/node_inventory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/backends_builders.hpp"

namespace npushare::backends {
namespace {

using namespace backends_test;
using testing::HasSubstr;

const std::string kTwoChips = "[" + element("A1", 0) + "," + element("A2", 1) + "]";

TEST(NodeInventory, ReadsWhatThePluginRegisters) {  // hami-R1, hami-R8, npc 1.2
  const Inventory found = a_dialect().read_node(a_node("false", kTwoChips));

  EXPECT_EQ(found.registration, Registration::kFresh);
  ASSERT_EQ(found.chips.size(), 2U);
  EXPECT_EQ(found.chips[1], (Chip{.uuid = ChipUuid{"A2"},
                                  .index = 1,
                                  .model = k310P,
                                  .mode = Mode::kHard,
                                  .capacity = {MiB{21527}, Cores{8}, Cpus{7}, Slots{7}},
                                  .device_memory = MiB{21527},
                                  .healthy = true}));
}

TEST(NodeInventory, TakesKeysInAnyCase) {  // hami-R2
  const Inventory found = a_dialect().read_node(
      a_node("false", R"([{"ID":"a","Count":7,"Devmem":21527,"Devcore":8,"Type":"Ascend310P",)"
                      R"("Numa":0,"Health":true}])"));

  ASSERT_EQ(found.chips.size(), 1U);
  EXPECT_TRUE(found.chips[0].healthy);
  EXPECT_EQ(found.chips[0].capacity.slots, Slots{7});
}

TEST(NodeInventory, TakesAMissingHealthForUnhealthy) {  // hami-R7
  const Inventory found = a_dialect().read_node(
      a_node("false", R"([{"id":"a","count":7,"devmem":21527,"devcore":8}])"));

  ASSERT_EQ(found.chips.size(), 1U);
  EXPECT_FALSE(found.chips[0].healthy);
}

TEST(NodeInventory, CountsCoresInTheModesUnit) {
  const auto cores = [](const char* soft, int devcore) {
    const wire::Node node = a_node(soft, "[" + element("A", 0, devcore) + "]");
    return a_dialect().read_node(node).chips.at(0).capacity.cores;
  };

  EXPECT_EQ(cores("true", 100), Cores{100});
  EXPECT_EQ(cores("true", 8), Cores{100});  // hami-X19: plugin 1.3 sends AI cores even here
  EXPECT_EQ(cores("true", 150), Cores{150});
  EXPECT_EQ(cores("false", 8), Cores{8});
}

TEST(NodeInventory, TakesTheReserveOffTheMemoryOnly) {
  const wire::Node node = a_node("true", "[" + element("A", 0) + "]");

  const Chip chip = a_dialect(false, MiB{1856}).read_node(node).chips.at(0);
  const Chip nothing_left = a_dialect(false, MiB{30000}).read_node(node).chips.at(0);

  EXPECT_EQ(chip.capacity.memory, MiB{19671});
  EXPECT_EQ(chip.device_memory, MiB{21527});
  EXPECT_EQ(nothing_left.capacity.memory, MiB{0});
}

struct ModeCase {
  std::string id;
  std::string annotation;  // empty: absent
  bool soft_by_default = false;
  Mode mode = Mode::kHard;
};

class NodeMode : public testing::TestWithParam<ModeCase> {};

TEST_P(NodeMode, IsTheNodesWordThenTheCatalogues) {
  const ModeCase& given = GetParam();
  const wire::Node node = a_node(given.annotation, kTwoChips);

  const Inventory found = a_dialect(given.soft_by_default).read_node(node);

  EXPECT_EQ(found.chips.at(0).mode, given.mode);
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, NodeMode,
    testing::Values(ModeCase{"volcano-V-94 true hami-X16", "true", false, Mode::kSoft},
                    ModeCase{"volcano-V-94 false", "false", false, Mode::kHard},
                    ModeCase{"volcano-V-94 absent hami-X15", "", false, Mode::kHard},
                    ModeCase{"volcano-V-95 hami-X18", "false", true, Mode::kHard},
                    ModeCase{"hami-X18 True", "True", true, Mode::kHard},
                    ModeCase{"volcano-V-96", "", true, Mode::kSoft}));

struct NoChipCase {
  std::string id;
  std::string text;
  std::string complaint;  // empty: nothing is wrong
};

class NoChip : public testing::TestWithParam<NoChipCase> {};

TEST_P(NoChip, IsListedAndTheReasonIsNamed) {
  std::vector<std::string> complaints;

  const Inventory found = a_dialect().read_node(a_node("false", GetParam().text), &complaints);

  EXPECT_TRUE(found.chips.empty());
  EXPECT_EQ(found.registration, Registration::kMissing);
  if (GetParam().complaint.empty()) {
    EXPECT_TRUE(complaints.empty());
    return;
  }
  ASSERT_EQ(complaints.size(), 1U);
  EXPECT_THAT(complaints[0], HasSubstr("hami.io/node-register-Ascend310P"));
  EXPECT_THAT(complaints[0], HasSubstr(GetParam().complaint));
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, NoChip,
    testing::Values(
        NoChipCase{"hami-R3 volcano-V-98", "[]", ""}, NoChipCase{"hami-R5", "", ": "},
        NoChipCase{"hami-R6 volcano-V-98", R"([{"id":"a","count":1,"devmem":99999999999}])",
                   "devmem"},
        NoChipCase{"volcano-V-98 object", "{}", "no JSON array"},
        NoChipCase{"volcano-V-98 text", "x", "neither"},
        NoChipCase{"volcano-V-98 null", "null", "no JSON array"},
        NoChipCase{"volcano-V-98 index", R"([{"id":"a","index":-1,"devmem":1}])", "index"},
        NoChipCase{"volcano-V-98 numa", R"([{"id":"a","devmem":1,"numa":"x"}])", "numa"},
        NoChipCase{"volcano-V-99", "[null]", "[0]: is no object"},
        // volcano-V-100 lists a chip of 0 MiB; ours does not, for a whole one would mean "no
        // limit".
        NoChipCase{"volcano-V-100",
                   R"([{"id":"a","devicepairscore":{"uuid":"x","score":{"b":1}}}])", "no devmem"},
        NoChipCase{"negative", R"([{"id":"a","count":-7,"devmem":21527}])", "count"},
        NoChipCase{"wrong type", R"([{"id":"a","devmem":"21527"}])", "devmem"},
        NoChipCase{"health", R"([{"id":"a","devmem":21527,"health":"yes"}])", "health"},
        NoChipCase{"no id", R"([{"devmem":21527}])", "no id"},
        NoChipCase{"separator", R"([{"id":"a;b","devmem":21527}])", "separator"},
        // hami F26: a substring of the type would do for HAMi.
        NoChipCase{"another model", R"([{"id":"a","devmem":21527,"type":"Ascend310P-1"}])",
                   "is of type"}));

TEST(NodeInventory, HasNoChipsWithoutAnAnnotation) {  // hami-R4, volcano-V-75
  wire::Node node = a_node("false", "");
  node.annotations.clear();

  EXPECT_EQ(a_dialect().read_node(node), Inventory{});
}

TEST(NodeInventory, SkipsABadElementAndKeepsTheOthers) {
  std::vector<std::string> complaints;
  const wire::Node node =
      a_node("false", "[null," + element("A", 0) + R"(,{"id":7},)" + element("B", 1) + "]");

  const Inventory found = a_dialect().read_node(node, &complaints);

  ASSERT_EQ(found.chips.size(), 2U);
  EXPECT_EQ(found.chips[1].uuid, ChipUuid{"B"});
  EXPECT_EQ(complaints.size(), 2U);
}

TEST(NodeInventory, RejectsAnIdThatIsThereTwice) {  // case-C67
  std::vector<std::string> complaints;
  const wire::Node node = a_node("false", "[" + element("A", 0) + "," + element("A", 1) + "]");

  const Inventory found = a_dialect().read_node(node, &complaints);

  EXPECT_EQ(found.chips.size(), 1U);
  ASSERT_EQ(complaints.size(), 1U);
  EXPECT_THAT(complaints[0], HasSubstr("there twice"));
}

TEST(NodeInventory, NumbersChipsUniquelyAndInTheirOrder) {
  const wire::Node node =
      a_node("false", "[" + element("C", 5) + "," + element("A", 0) + "," + element("B", 0) + "]");

  const Inventory found = a_dialect().read_node(node);

  ASSERT_EQ(found.chips.size(), 3U);
  EXPECT_EQ(found.chips[0].uuid, ChipUuid{"A"});
  EXPECT_EQ(found.chips[1].index, 1U);
  EXPECT_EQ(found.chips[2].index, 5U);
}

TEST(NodeInventory, ReadsTheOlderTextForm) {  // hami-R9, npc 1.3
  const Inventory seven = a_dialect().read_node(a_node("false", "u,7,21527,8,Ascend310P,0,true:"));
  const Inventory nine = a_dialect().read_node(a_node(
      "false", "u,7,21527,8,Ascend310P,0,true,3,hami-core:v,7,21527,8,Ascend310P,0,false,1,x:"));

  ASSERT_EQ(seven.chips.size(), 1U);
  EXPECT_EQ(seven.chips[0].index, 0U);
  EXPECT_TRUE(seven.chips[0].healthy);
  ASSERT_EQ(nine.chips.size(), 2U);
  EXPECT_EQ(nine.chips[0].uuid, ChipUuid{"v"});
  EXPECT_FALSE(nine.chips[0].healthy);
  EXPECT_EQ(nine.chips[1].index, 3U);
  EXPECT_TRUE(a_dialect().read_node(a_node("false", "u,7,21527,8,T:")).chips.empty());
  EXPECT_TRUE(a_dialect().read_node(a_node("false", "u,x,1,8,T,0,true:")).chips.empty());
}

// volcano-V-72, volcano-V-73: the plugin's configuration is another than ours; its word counts.
TEST(NodeInventory, ComplainsWhenPluginAndSchedulerDisagreeOnTheMemory) {
  for (const std::string memory : {"43008", "20000"}) {
    std::vector<std::string> complaints;
    const wire::Node node = a_node(
        "false", R"([{"id":"a","count":7,"devcore":8,"health":true,"devmem":)" + memory + "}]");

    const Inventory found = a_dialect().read_node(node, &complaints);

    ASSERT_EQ(found.chips.size(), 1U);
    EXPECT_EQ(std::to_string(found.chips[0].device_memory.value()), memory);
    ASSERT_EQ(complaints.size(), 1U);
    EXPECT_THAT(complaints[0], HasSubstr("memoryAllocatable is 21527"));
  }
}

TEST(NodeInventory, ReadsTheNetworkOfA910) {
  wire::Node node = a_node("", "[]");
  node.annotations["hami.io/node-register-Ascend910B3"] =
      R"([{"id":"a","count":4,"devmem":65536,"devcore":20,"health":true,)"
      R"("custominfo":{"NetworkID":1}},{"id":"b","devmem":65536,"custominfo":{"NetworkID":"x"}}])";

  const Inventory found = a_dialect().read_node(node);

  ASSERT_EQ(found.chips.size(), 2U);
  EXPECT_EQ(found.chips[0].network_id, 1);
  EXPECT_EQ(found.chips[1].network_id, std::nullopt);
}

}  // namespace
}  // namespace npushare::backends
