#include "scheduler/wire/node_status.hpp"

#include <gtest/gtest.h>

namespace npushare::wire {
namespace {

TEST(CapacityPatch, SetsBothAmountsAndTakesNamesAway) {
  EXPECT_EQ(
      write_capacity_patch(
          {{"huawei.com/Ascend310P-core", std::nullopt}, {"huawei.com/Ascend310P-memory", 43054}}),
      R"({"status":{"capacity":{"huawei.com/Ascend310P-core":null,"huawei.com/Ascend310P-memory":"43054"},)"
      R"("allocatable":{"huawei.com/Ascend310P-core":null,"huawei.com/Ascend310P-memory":"43054"}}})");
}

}  // namespace
}  // namespace npushare::wire
