#include "scheduler/embedded/registration.hpp"

#include <gtest/gtest.h>

#include "tests/support/embedded_objects.hpp"

namespace npushare::embedded {
namespace {

using testing_support::kChipA;
using testing_support::kChipB;
using testing_support::kCountResource;
using testing_support::soft_profile;
using testing_support::two_chips;
using wire::Json;

const std::string kRegister = "hami.io/node-register-Ascend310P";

std::string annotation(const NodeProfile& profile, const std::vector<PluginChip>& chips,
                       const std::string& key) {
  const Json patch = registration_patch(profile, chips, testing_support::still_clock()());
  return patch.at("metadata", "annotations")[key].string();
}

std::string count(const NodeProfile& profile, const std::vector<PluginChip>& chips,
                  const char* part) {
  return status_patch(profile, chips).at("status", part)[kCountResource].string();
}

NodeProfile hard_profile() {
  NodeProfile profile = soft_profile();
  profile.mode = Mode::kHard;
  return profile;
}

std::vector<PluginChip> b_unhealthy() {
  std::vector<PluginChip> chips = two_chips();
  chips[1].is_healthy = false;
  return chips;
}

TEST(Registration, WritesTheBytesOfASoftSplitNode) {  // npc-9.5-70
  EXPECT_EQ(annotation(soft_profile(), two_chips(), kRegister),
            R"([{"id":"68496E64-20E05477-92C31323-6E78030A-BD003019","count":7,"devmem":21527,)"
            R"("devcore":100,"type":"Ascend310P","health":true,"devicepairscore":{}},)"
            R"({"id":"D8496E64-20E05477-92C31323-6E78030A-BD003019","index":1,"count":7,)"
            R"("devmem":21527,"devcore":100,"type":"Ascend310P","health":true,)"
            R"("devicepairscore":{}}])");
  EXPECT_EQ(annotation(soft_profile(), two_chips(), "hami-vnpu-core"), "true");
  EXPECT_EQ(annotation(soft_profile(), two_chips(), "hami.io/node-handshake-Ascend310P"),
            "Reported_2026.11.30 14:00:01");
  EXPECT_EQ(count(soft_profile(), two_chips(), "allocatable"), "14");
}

TEST(Registration, LeavesTheHealthOfABrokenChipOut) {  // npc-9.5-74
  EXPECT_EQ(annotation(hard_profile(), b_unhealthy(), kRegister),
            R"([{"id":"68496E64-20E05477-92C31323-6E78030A-BD003019","count":7,"devmem":21527,)"
            R"("devcore":8,"type":"Ascend310P","health":true,"devicepairscore":{}},)"
            R"({"id":"D8496E64-20E05477-92C31323-6E78030A-BD003019","index":1,"count":7,)"
            R"("devmem":21527,"devcore":8,"type":"Ascend310P","devicepairscore":{}}])");
  EXPECT_EQ(annotation(hard_profile(), b_unhealthy(), "hami-vnpu-core"), "false");
  EXPECT_EQ(count(hard_profile(), b_unhealthy(), "allocatable"), "7");
  EXPECT_EQ(count(hard_profile(), b_unhealthy(), "capacity"), "14");
}

TEST(Registration, WritesAnEmptyListWithoutChips) {  // npc-9.5-78
  EXPECT_EQ(annotation(soft_profile(), {}, kRegister), "[]");
  EXPECT_EQ(count(soft_profile(), {}, "capacity"), "0");
}

TEST(Registration, NamesTheNetworkOf910Chips) {
  NodeProfile profile = hard_profile();
  profile.model.name = ModelName{"Ascend910B3"};
  const std::vector<PluginChip> chips(5, PluginChip{kChipA, 0, true});

  const Result<Json> list = Json::parse(register_json(profile, chips));

  ASSERT_TRUE(list);
  EXPECT_EQ(list->items()[3].at("custominfo", "NetworkID").integer(), 0);
  EXPECT_EQ(list->items()[4].at("custominfo", "NetworkID").integer(), 1);
}

}  // namespace
}  // namespace npushare::embedded
