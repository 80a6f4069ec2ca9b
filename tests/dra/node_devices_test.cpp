#include "scheduler/dra/node_devices.hpp"

#include <gtest/gtest.h>

namespace npushare::dra {
namespace {

/// A slice of one node with devices npu-0, npu-1, ... of these uuids.
wire::ResourceSlice a_slice(const std::string& node, const std::vector<std::string>& uuids) {
  wire::ResourceSlice slice;
  slice.name = "slice-" + node;
  slice.driver = "drv";
  slice.node = NodeName{node};
  slice.pool = node;
  slice.generation = 1;
  slice.pool_slices = 1;
  for (const std::string& uuid : uuids) {
    wire::SliceDevice device;
    device.name = "npu-" + std::to_string(slice.devices.size());
    if (!uuid.empty()) device.attributes["uuid"] = uuid;
    slice.devices.push_back(std::move(device));
  }
  return slice;
}

NodeDevices devices(const std::vector<wire::ResourceSlice>& slices) {
  std::vector<const wire::ResourceSlice*> pointers;
  for (const wire::ResourceSlice& slice : slices) pointers.push_back(&slice);
  return devices_by_chip(offers_of(pointers), "drv");
}

TEST(NodeDevices, AreFoundByTheirUuid) {
  const std::vector slices{a_slice("n1", {" aa-1 ", "BB-2"}), a_slice("n2", {"CC-3"})};
  const NodeDevices known = devices(slices);

  EXPECT_EQ(device_of(known, NodeName{"n1"}, ChipUuid{"AA-1"}), (DeviceName{"drv", "n1", "npu-0"}));
  EXPECT_EQ(device_of(known, NodeName{"n1"}, ChipUuid{"bb-2"}), (DeviceName{"drv", "n1", "npu-1"}));
  EXPECT_EQ(device_of(known, NodeName{"n1"}, ChipUuid{"CC-3"}), std::nullopt);
  EXPECT_EQ(device_of(known, NodeName{"n3"}, ChipUuid{"CC-3"}), std::nullopt);
}

TEST(NodeDevices, OfDoubtfulUuidsAreNobodys) {
  const std::vector slices{a_slice("n1", {"AA", "AA", "", "BB"}), a_slice("n2", {"BB"})};
  const NodeDevices known = devices(slices);

  EXPECT_TRUE(known.at(NodeName{"n1"}).empty());
  EXPECT_TRUE(known.at(NodeName{"n2"}).empty());
}

TEST(NodeDevices, OfOtherDriversAreLetBe) {
  std::vector slices{a_slice("n1", {"AA"})};
  slices[0].driver = "gpu.example.com";

  EXPECT_TRUE(devices(slices).empty());
}

}  // namespace
}  // namespace npushare::dra
