#include "scheduler/wire/slice.hpp"

#include <gtest/gtest.h>

namespace npushare::wire {
namespace {

// Shape as in spec/dra-accounting.md 1.1.
constexpr const char* kSlice = R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice",
 "metadata":{"name":"n1-ascend-x","resourceVersion":"5"},
 "spec":{"driver":"ascend.project-hami.io","nodeName":"n1",
  "pool":{"name":"n1","generation":3,"resourceSliceCount":2},
  "devices":[{"name":"npu-1-0","allowMultipleAllocations":true,
    "attributes":{"index":{"int":1},"type":{"string":"HAMivNPUCore"},"on":{"bool":true},
                  "driverVersion":{"version":"1.2.3"},"odd":{"list":[1]}},
    "capacity":{
      "cores":{"value":"100","requestPolicy":{"default":"100",
               "validRange":{"min":"0","max":"100","step":"1"}}},
      "memory":{"value":"21525Mi","requestPolicy":{"default":"10Gi","validValues":["5Gi","10Gi"]}},
      "plain":{"value":7}},
    "taints":[{"key":"k","value":"v","effect":"NoSchedule"}]}]}})";

TEST(ResourceSlice, KeepsItsPool) {
  const Result<ResourceSlice> slice = read_slice(kSlice);

  ASSERT_TRUE(slice) << slice.error().message;
  EXPECT_EQ(identity_of(*slice), "n1-ascend-x");
  EXPECT_EQ(slice->driver, "ascend.project-hami.io");
  EXPECT_EQ(slice->node, NodeName{"n1"});
  EXPECT_EQ(slice->pool, "n1");
  EXPECT_EQ(slice->generation, 3);
  EXPECT_EQ(slice->pool_slices, 2);
}

TEST(ResourceSlice, KeepsItsDevices) {
  const Result<ResourceSlice> slice = read_slice(kSlice);

  ASSERT_TRUE(slice);
  const SliceDevice& device = slice->devices.at(0);
  EXPECT_TRUE(device.is_shareable);
  EXPECT_EQ(std::get<std::int64_t>(device.attributes.at("index")), 1);
  EXPECT_EQ(std::get<std::string>(device.attributes.at("type")), "HAMivNPUCore");
  EXPECT_TRUE(std::get<bool>(device.attributes.at("on")));
  EXPECT_EQ(std::get<AttributeVersion>(device.attributes.at("driverVersion")).text, "1.2.3");
  EXPECT_FALSE(device.attributes.contains("odd"));
  EXPECT_EQ(device.taints, (std::vector<DeviceTaint>{{"k", "v", "NoSchedule"}}));
}

TEST(ResourceSlice, KeepsTheRulesOfItsCapacities) {
  const Result<ResourceSlice> slice = read_slice(kSlice);

  ASSERT_TRUE(slice);
  const auto& capacity = slice->devices.at(0).capacity;
  const CapacityRule cores{.fallback = "100", .values = {}, .min = "0", .max = "100", .step = "1"};
  const CapacityRule memory{
      .fallback = "10Gi", .values = {"5Gi", "10Gi"}, .min = {}, .max = {}, .step = {}};
  EXPECT_EQ(capacity.at("cores"), (DeviceCapacity{"100", cores}));
  EXPECT_EQ(capacity.at("memory"), (DeviceCapacity{"21525Mi", memory}));
  EXPECT_EQ(capacity.at("plain"), (DeviceCapacity{"7", std::nullopt}));
}

TEST(ResourceSlice, IsReadFromListsAndEvents) {
  std::size_t count = 0;
  const Result<ListMeta> list = read_slice_list(
      R"({"kind":"ResourceSliceList","metadata":{},"items":[)" + std::string(kSlice) + "]}",
      [&](ResourceSlice&&) { ++count; });
  const auto event = read_slice_event(R"({"type":"ADDED","object":)" + std::string(kSlice) + "}");

  ASSERT_TRUE(list && event);
  EXPECT_EQ(count, 1U);
  EXPECT_EQ(event->object.name, "n1-ascend-x");
}

TEST(ResourceSlice, RefusesAnotherKind) {
  EXPECT_FALSE(read_slice(R"({"kind":"ResourceClaim"})"));
}

}  // namespace
}  // namespace npushare::wire
