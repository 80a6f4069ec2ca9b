/// The devices that drivers offer: slices of one pool put together.
///
/// Only the newest generation of a pool counts, and only when all its slices are there and no two
/// devices have one name. Written apart from dra/inventory.hpp on purpose.
/// Source: spec/dra-accounting.md 1.5.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "scheduler/embedded/versioned_map.hpp"

namespace npushare::embedded {

struct DeviceId {
  std::string driver;
  std::string pool;
  std::string name;

  friend auto operator<=>(const DeviceId&, const DeviceId&) = default;
};

struct PoolDevice {
  DeviceId id;
  std::string node;  // empty: every node has it
  wire::Json device;

  bool is_shareable() const { return device["allowMultipleAllocations"].boolean(); }
};

/// By driver, pool and the slices' order.
std::vector<PoolDevice> devices_of(const std::vector<Object>& slices);

}  // namespace npushare::embedded
