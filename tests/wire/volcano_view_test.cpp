#include "scheduler/wire/volcano_view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npushare::wire {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string body_with(const std::string& others) {
  return R"({"task":{"UID":"u","Others":{"x":{"Devices":{"T":{"DeviceUsage":{"Used":9}}}}}},)"
         R"("node":{"Name":"n1","Node":{"metadata":{"name":"other"}},"Tasks":{"a/b":{"Name":"t"}},)"
         R"("Others":)" +
         others + R"(,"Generation":3}})";
}

std::vector<VolcanoChip> chips_in(const std::string& others) {
  const Result<VolcanoView> view = read_volcano_view(body_with(others));
  EXPECT_TRUE(view) << others << (view ? "" : view.error().message);
  return view ? view->chips : std::vector<VolcanoChip>{};
}

TEST(VolcanoView, HoldsTheLedgerOfEveryChip) {
  const auto view = read_volcano_view(body_with(
      R"({"Ascend310P":{"NodeName":"n1","Type":"Ascend310P","Devices":{)"
      R"("U1":{"DeviceInfo":{"id":"U1","count":7,"devicepairscore":{}},)"
      R"("DeviceUsage":{"Used":2,"Usedmem":16384,"Usedcores":40},"Score":0,)"
      R"("PodMap":{"p":{"Used":1,"Usedmem":8192,"Usedcores":0}}},)"
      R"("U2":{"DeviceUsage":{"Used":0,"Usedmem":-2147483648,"Usedcores":0}}},"Policy":""}})"));

  ASSERT_TRUE(view) << view.error().message;
  EXPECT_EQ(view->node, NodeName{"n1"});
  EXPECT_THAT(view->chips, ElementsAre(VolcanoChip{ChipUuid{"U1"}, 2, 16384, 40},
                                       VolcanoChip{ChipUuid{"U2"}, 0, -2147483648, 0}));
}

TEST(VolcanoView, OfANameAloneLooksNoFurther) {
  EXPECT_EQ(node_asked_about(body_with("{}")), NodeName{"n1"});
  EXPECT_EQ(node_asked_about(R"({"task":{},"node":{"Name":"n1","Others":)"), NodeName{"n1"});
  EXPECT_TRUE(node_asked_about(R"({"node":{"Name":7,"Others":{}}})").empty());
  EXPECT_TRUE(node_asked_about(R"({"task":{"Name":"t"}})").empty());
  EXPECT_TRUE(node_asked_about("").empty());
}

TEST(VolcanoView, IsEmptyWhereVolcanoKeepsNoLedger) {
  EXPECT_THAT(chips_in("{}"), IsEmpty());
  EXPECT_THAT(chips_in("null"), IsEmpty());
  EXPECT_THAT(chips_in(R"({"GpuShare":null,"ascend310p-vNPU":[1,{"Devices":2}],"x":"y"})"),
              IsEmpty());
  EXPECT_THAT(chips_in(R"({"x":{"Devices":[{"DeviceUsage":{}}]}})"), IsEmpty());
  EXPECT_THAT(chips_in(R"({"x":{"Devices":{"U":{"DeviceUsage":null},"V":null}}})"), IsEmpty());
}

TEST(VolcanoView, OfABrokenBodyIsAnError) {
  for (const char* others :
       {R"({"x":{"Devices":{"U":{"DeviceUsage":{"Used":"2"}}}}})",
        R"({"x":{"Devices":{"U":{"DeviceUsage":{"Used":1.5}}}}})",
        R"({"x":{"Devices":{"U":{"DeviceUsage":{"Used":99999999999999999999}}}}})", R"({"x":)",
        "{"})
    EXPECT_FALSE(read_volcano_view(body_with(others))) << others;
  EXPECT_FALSE(read_volcano_view(""));
  EXPECT_FALSE(read_volcano_view(R"({"node":{"Name":7}})"));
}

TEST(VolcanoView, OfADeepBodyEndsInAnErrorNotInTheStack) {
  EXPECT_FALSE(read_volcano_view(body_with(std::string(100'000, '['))));
}

}  // namespace
}  // namespace npushare::wire
