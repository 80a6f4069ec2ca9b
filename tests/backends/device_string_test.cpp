#include "scheduler/backends/device_string.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace npushare::backends {
namespace {

struct GoodCase {
  std::string id;
  std::string text;
  std::vector<std::size_t> counts;  // devices of each segment, as the plugin counts segments
};

class GoodText : public testing::TestWithParam<GoodCase> {};

TEST_P(GoodText, HasTheSegmentsThePluginSees) {
  const Result<DeviceList> list = read_devices(GetParam().text);

  ASSERT_TRUE(list) << list.error().message;
  std::vector<std::size_t> counts(list->segments, 0);
  for (const DeviceEntry& device : list->devices) ++counts.at(device.segment);
  EXPECT_EQ(counts, GetParam().counts);
}

INSTANTIATE_TEST_SUITE_P(
    Vectors, GoodText,
    testing::Values(
        GoodCase{"npc-9.2-36", "A,T,1,2", {1}}, GoodCase{"npc-9.2-37", "A,T,1,2:;", {1, 0}},
        GoodCase{"npc-9.2-38", "", {0}}, GoodCase{"npc-9.2-39", ";;", {0, 0, 0}},
        GoodCase{"npc-9.2-41", "A,T,1,2,9,9", {1}}, GoodCase{"npc-9.2-43", "A,T,010,0", {1}},
        GoodCase{"npc-9.2-44", "A,T,2147483647,0", {1}}, GoodCase{"npc-9.2-49", " A,T,1,0", {1}},
        GoodCase{"npc-9.2-42 sign", "A,T,+5,+3", {1}},
        GoodCase{"hami-E13", "a,T,500,3:;b,T,500,3:;", {1, 1, 0}},
        GoodCase{"volcano-V-82", "device-1,Ascend910,16000,50", {1}},
        GoodCase{"volcano-V-83", "device-1,Ascend910,8000,25:device-2,Ascend910,8000,25", {2}},
        GoodCase{"case-C53 empty records", "::;", {0, 0}},
        GoodCase{"case-C53 extra field", "A,Ascend310P,6144,0,extra:;", {1, 0}},
        GoodCase{"case-C53 no final ;", "A,Ascend310P,6144,0:", {1}},
        GoodCase{"HAMi up to 2.4", ",,0,0:;A,T,1,0:;", {0, 1, 0}}));

struct BadCase {
  std::string id;
  std::string text;
};

class BadText : public testing::TestWithParam<BadCase> {};

TEST_P(BadText, IsNobodysGrant) {
  const Result<DeviceList> list = read_devices(GetParam().text);

  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code, ErrorCode::kInvalid);
}

// Where the plugin is lenient ours is not: garbage pieces (40), a negative core (42), 0 MiB.
INSTANTIATE_TEST_SUITE_P(
    Vectors, BadText,
    testing::Values(
        BadCase{"npc-9.2-40 ours refuses garbage", "garbage:A,T,1,2:zz"},
        BadCase{"npc-9.2-42 ours refuses negative cores", "A,T,+5,-3"},
        BadCase{"npc-9.2-44 beyond 32 bits", "A,T,2147483648,0"}, BadCase{"npc-9.2-45", "A,T,1"},
        BadCase{"npc-9.2-46", "A,T,1,0;A,T,1"}, BadCase{"npc-9.2-47 blank", "A,T, 5,1"},
        BadCase{"npc-9.2-47 underscore", "A,T,1_0,1"}, BadCase{"npc-9.2-47 empty", "A,T,,0"},
        BadCase{"npc-9.2-47 unit", "A,T,8192Mi,0"}, BadCase{"npc-9.2-47 hex", "A,T,0x10,0"},
        BadCase{"npc-9.2-47 point", "A,T,1.5,0"}, BadCase{"npc-9.2-48", "A,T,8192,0 :;"},
        BadCase{"npc-9.1-25 no uuid", ",T,1,0:;"}, BadCase{"two signs", "A,T,+-5,0"},
        BadCase{"hami-E14", "uuid,type,100:;"}, BadCase{"hami-E15", "a,T,x,0:;"},
        BadCase{"volcano-V-85", "invalid format"}, BadCase{"volcano-V-86", "u1,T"},
        BadCase{"volcano-V-87", "u1,T,x,y"}, BadCase{"case-C53 fields", "A,Ascend310P:;"},
        BadCase{"case-C53 field", "A:;"}, BadCase{"case-X02 0 MiB", "A,Ascend310P,0,0:;"},
        BadCase{"hami F15 negative", "A,Ascend310P,-20000,0:;"}));

TEST(DeviceString, NormalisesNumbersAndKeepsNamesVerbatim) {
  const Result<DeviceList> list = read_devices(" A,T,010,0");  // npc-9.2-43, npc-9.2-49

  ASSERT_TRUE(list);
  EXPECT_EQ(list->devices.front(), (DeviceEntry{0, " A", "T", 10, 0}));
}

TEST(DeviceString, SplitsContainersBeforeDevices) {  // volcano-V-88
  const Result<DeviceList> list = read_devices("u1,T,1,2:;u2,T,3,4:;");

  ASSERT_TRUE(list);
  EXPECT_EQ(list->devices, (std::vector<DeviceEntry>{{0, "u1", "T", 1, 2}, {1, "u2", "T", 3, 4}}));
}

TEST(DeviceString, ReadsAMegabyteOfSeparators) {  // case-C53
  constexpr std::size_t kMegabyte = 1U << 20;

  const Result<DeviceList> list = read_devices(std::string(kMegabyte, ';'));

  ASSERT_TRUE(list);
  EXPECT_EQ(list->segments, kMegabyte + 1);
  EXPECT_TRUE(list->devices.empty());
}

TEST(DeviceString, ShowsOnlyTheBeginningOfGarbage) {
  const Result<DeviceList> list = read_devices(std::string(1U << 20, 'x'));

  ASSERT_FALSE(list);
  EXPECT_LT(list.error().message.size(), 200U);
}

}  // namespace
}  // namespace npushare::backends
