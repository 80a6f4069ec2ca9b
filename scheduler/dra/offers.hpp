/// Which devices the slices offer to new claims, and which they only name.
///
/// Rules:   of a pool the slices of the highest generation count. Until all of them are there,
///          and while two of its devices have one name, the pool offers nothing.
/// Threads: plain values; they point into the slices.
/// Source:  spec/dra-accounting.md 1.5.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "scheduler/dra/device_name.hpp"
#include "scheduler/wire/slice.hpp"

namespace npushare::dra {

enum class PoolState : std::uint8_t { kWhole, kIncomplete, kInvalid };

struct OfferedDevice {
  DeviceName name;
  NodeName node;
  PoolState pool = PoolState::kWhole;
  const wire::SliceDevice* device = nullptr;
};

using Slices = std::span<const wire::ResourceSlice* const>;

/// By node, then by name.
std::vector<OfferedDevice> offers_of(Slices slices);

/// For many questions about single devices.
using DeviceTable = std::map<DeviceName, const wire::SliceDevice*>;
DeviceTable table_of(std::span<const OfferedDevice> offers);

/// An attribute or a capacity by its plain name, or by the driver's own qualified one.
/// Null: the device has none. Source: spec/dra-accounting.md 1.2.
template <class Map>
const typename Map::mapped_type* find_own(const Map& map, const std::string& driver,
                                          const std::string& key) {
  auto found = map.find(key);
  if (found == map.end()) found = map.find(driver + "/" + key);
  return found == map.end() ? nullptr : &found->second;
}

}  // namespace npushare::dra
