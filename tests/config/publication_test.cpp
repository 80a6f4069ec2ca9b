#include "config/publication.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/device_config.hpp"

namespace npushare::config {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const PhysicalChip chip_a{ChipUuid("68496E64-20E05477-92C31323-6E78030A-BD003019"), 4, true};
const PhysicalChip chip_b{ChipUuid("D8496E64-20E05477-92C31323-6E78030A-BD003019"), 5, true};

const ChipModel& the_310p() {
  return *built_in_catalogue().find(ModelName("Ascend310P"));
}

NodeEntry entry_of(const std::string& keys) {
  const Result<NodeConfig> config =
      read_node_config("nodes:\n- {name: npu-node-1" + keys + "}", "node-config.yaml");
  EXPECT_TRUE(config);
  return config ? config->nodes.front() : NodeEntry{};
}

// npc-9.5-70; npc-9.5-72 is the same: an entry that the plugin was not told to load is no entry.
TEST(Publication, FollowsTheGlobalSwitchWithoutAnEntry) {
  const Publication out = publish(the_310p(), true, nullptr, {chip_a, chip_b});

  EXPECT_EQ(out.mode, Mode::kSoft);
  EXPECT_EQ(out.slots, 7);
  EXPECT_EQ(out.memory, MiB{21527});
  EXPECT_EQ(out.cores, Cores{100});
  EXPECT_THAT(out.chips, ElementsAre(chip_a, chip_b));
  EXPECT_EQ(out.allocatable(), 14);
}

// npc-9.5-71
TEST(Publication, LetsAnEntryWithoutTheSwitchTurnSoftSplitOff) {
  const NodeEntry entry = entry_of(", vDeviceCount: 8");
  const Publication out = publish(the_310p(), true, &entry, {chip_a, chip_b});

  EXPECT_EQ(out.mode, Mode::kHard);
  EXPECT_EQ(out.cores, Cores{8});
  EXPECT_EQ(out.slots, 8);
  EXPECT_EQ(out.allocatable(), 16);
}

// npc-9.5-73: index names cards, not positions; uuids are compared letter by letter.
TEST(Publication, FiltersByCardAndByUuid) {
  const auto kept = [](const std::string& filter) {
    const NodeEntry entry = entry_of(", filterDevices: {" + filter + "}");
    return publish(the_310p(), false, &entry, {chip_a, chip_b}).chips;
  };

  EXPECT_THAT(kept("index: [0]"), ElementsAre(chip_a, chip_b));
  EXPECT_THAT(kept("index: [4]"), ElementsAre(chip_b));  // B moves to position 0: no `index` field
  EXPECT_THAT(kept("uuid: [" + chip_a.uuid.text() + "]"), ElementsAre(chip_b));
  EXPECT_THAT(kept("uuid: [68496e64-20e05477-92c31323-6e78030a-bd003019]"),
              ElementsAre(chip_a, chip_b));
}

TEST(Publication, TakesBothChipsOfACardAway) {
  PhysicalChip twin = chip_b;
  twin.card = chip_a.card;
  const NodeEntry entry = entry_of(", filterDevices: {index: [4]}");

  EXPECT_THAT(publish(the_310p(), false, &entry, {chip_a, twin}).chips, IsEmpty());
}

TEST(Publication, CountsUnhealthyChipsAsCapacityOnly) {
  PhysicalChip sick = chip_b;
  sick.healthy = false;
  const Publication out = publish(the_310p(), false, nullptr, {chip_a, sick});

  EXPECT_EQ(out.allocatable(), 7);
  EXPECT_EQ(out.capacity(), 14);
}

// npc-9.5-76: the plugin itself does not start with the list form. Ours accepts both shapes, so
// what a node would publish is the same for either.
TEST(Publication, IsTheSameForTheListFormOfTheConfiguration) {
  const std::string chip =
      "{chipName: 310P3, commonWord: Ascend310P, resourceName: huawei.com/Ascend310P, "
      "resourceMemoryName: huawei.com/Ascend310P-memory, memoryAllocatable: 21527, "
      "memoryCapacity: 24576, aiCore: 8, templates: [{name: vir01, memory: 3072, aiCore: 1}]}";
  for (const std::string& text : {"vnpus: [" + chip + "]", "vnpus: {configs: [" + chip + "]}"}) {
    const Result<Catalogue> catalogue = read_device_config(text, "device-config.yaml");
    ASSERT_TRUE(catalogue) << catalogue.error().message;
    const Publication out =
        publish(catalogue->models[0], catalogue->soft_by_default, nullptr, {chip_a, chip_b});

    EXPECT_EQ(out.slots, 7);
    EXPECT_EQ(out.mode, Mode::kHard);
    EXPECT_EQ(out.memory, MiB{21527});
  }
}

// npc-9.5-77
TEST(Publication, OffersOneSlotWithoutTemplates) {
  ChipModel model = the_310p();
  model.templates.clear();

  EXPECT_EQ(publish(model, false, nullptr, {chip_a, chip_b}).slots, 1);
}

// npc-9.5-78
TEST(Publication, IsEmptyWhenEveryChipIsFiltered) {
  const NodeEntry entry = entry_of(", filterDevices: {index: [4, 5]}");
  const Publication out = publish(the_310p(), false, &entry, {chip_a, chip_b});

  EXPECT_THAT(out.chips, IsEmpty());
  EXPECT_EQ(out.capacity(), 0);
}

struct SlotCase {
  std::int64_t wanted;
  std::int64_t allocatable;
  std::int64_t slots;
};

class PublishedSlots : public testing::TestWithParam<SlotCase> {};

// case-C113, the number of slots: the node's own count, else what the smallest template allows.
TEST_P(PublishedSlots, AreTheNodesOwnOrDerived) {
  ChipModel model = the_310p();
  model.allocatable = MiB{GetParam().allocatable};

  EXPECT_EQ(published_slots(model, GetParam().wanted), GetParam().slots);
}

INSTANTIATE_TEST_SUITE_P(Boundaries, PublishedSlots,
                         testing::Values(SlotCase{4, 21527, 4}, SlotCase{1, 21527, 1},
                                         SlotCase{0, 21527, 7}, SlotCase{-1, 21527, 7},
                                         SlotCase{0, 21503, 6}, SlotCase{0, 21504, 7},
                                         SlotCase{0, 21505, 7}, SlotCase{0, 3071, 0},
                                         SlotCase{0, 3072, 1}));

}  // namespace
}  // namespace npushare::config
