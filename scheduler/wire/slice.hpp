/// ResourceSlices of DRA: the devices that a driver publishes.
///
/// Shape:   devices in the object's order, which means nothing. Attribute and capacity keys as
///          written: a key without a domain is the driver's. Quantities stay text: quantity.hpp
///          reads them.
/// Errors:  kInvalid with the path of the field, as in object_reader.hpp.
/// Threads: plain values.
/// Source:  resource.k8s.io/v1 ResourceSlice; spec/dra-accounting.md 1.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scheduler/wire/object_reader.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

/// An attribute of a device. A version is kept as text with a mark of its own.
struct AttributeVersion {
  std::string text;
  friend bool operator==(const AttributeVersion&, const AttributeVersion&) = default;
};
using DeviceAttribute = std::variant<std::string, std::int64_t, bool, AttributeVersion>;

/// How much of a capacity a share may take.
struct CapacityRule {
  std::string fallback;             // `default`: taken where nothing is asked; empty: none
  std::vector<std::string> values;  // validValues
  std::optional<std::string> min;   // of validRange; none: there is no range
  std::optional<std::string> max;
  std::optional<std::string> step;

  friend bool operator==(const CapacityRule&, const CapacityRule&) = default;
};

struct DeviceCapacity {
  std::string value;
  std::optional<CapacityRule> rule;

  friend bool operator==(const DeviceCapacity&, const DeviceCapacity&) = default;
};

struct DeviceTaint {
  std::string key;
  std::string value;
  std::string effect;

  friend bool operator==(const DeviceTaint&, const DeviceTaint&) = default;
};

struct SliceDevice {
  std::string name;
  bool is_shareable = false;  // allowMultipleAllocations
  std::map<std::string, DeviceAttribute, std::less<>> attributes;
  std::map<std::string, DeviceCapacity, std::less<>> capacity;
  std::vector<DeviceTaint> taints;

  friend bool operator==(const SliceDevice&, const SliceDevice&) = default;
};

struct ResourceSlice {
  std::string name;
  std::string resource_version;
  std::string driver;
  NodeName node;  // empty: for all nodes or a selection, as no chip is
  std::string pool;
  std::int64_t generation = 0;
  std::int64_t pool_slices = 0;  // resourceSliceCount
  std::vector<SliceDevice> devices;
};

inline std::string identity_of(const ResourceSlice& slice) {
  return slice.name;
}

Result<ResourceSlice> read_slice(std::string_view json);
Result<ListMeta> read_slice_list(std::string_view json,
                                 const std::function<void(ResourceSlice&&)>& each);
Result<WatchEvent<ResourceSlice>> read_slice_event(std::string_view line);

}  // namespace npushare::wire
