#include "scheduler/wire/slice.hpp"

#include <utility>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/quantity_map.hpp"
#include "scheduler/wire/small_object.hpp"

namespace npushare::wire {
namespace {

/// One of its members is set; nothing when none is of a known kind.
std::optional<DeviceAttribute> attribute_of(const Json& json) {
  if (json["string"].is_string()) return json["string"].string();
  if (json["int"].is_number()) return json["int"].integer();
  if (json["bool"].is_boolean()) return json["bool"].boolean();
  if (json["version"].is_string()) return AttributeVersion{json["version"].string()};
  return std::nullopt;
}

std::optional<std::string> quantity_in(const Json& json, std::string_view key) {
  if (json[key].is_null()) return std::nullopt;
  return quantity_text(json[key]);
}

CapacityRule rule_of(const Json& json) {
  CapacityRule rule{.fallback = quantity_in(json, "default").value_or("")};
  for (const Json& value : json["validValues"].items()) rule.values.push_back(quantity_text(value));
  const Json& range = json["validRange"];
  rule.min = quantity_in(range, "min");
  rule.max = quantity_in(range, "max");
  rule.step = quantity_in(range, "step");
  return rule;
}

DeviceCapacity capacity_of(const Json& json) {
  DeviceCapacity capacity{.value = quantity_text(json["value"]), .rule = {}};
  if (json["requestPolicy"].is_object()) capacity.rule = rule_of(json["requestPolicy"]);
  return capacity;
}

SliceDevice device_of(const Json& json) {
  SliceDevice device{.name = json["name"].string(),
                     .is_shareable = json["allowMultipleAllocations"].boolean()};
  for (const auto& [key, value] : json["attributes"].members())
    if (std::optional<DeviceAttribute> attribute = attribute_of(value))
      device.attributes.insert_or_assign(key, *std::move(attribute));
  for (const auto& [key, value] : json["capacity"].members())
    device.capacity.insert_or_assign(key, capacity_of(value));
  for (const Json& taint : json["taints"].items())
    device.taints.push_back({.key = taint["key"].string(),
                             .value = taint["value"].string(),
                             .effect = taint["effect"].string()});
  return device;
}

Result<ResourceSlice> slice_of(const Json& json) {
  const Json& meta = json["metadata"];
  const Json& spec = json["spec"];
  ResourceSlice slice{.name = meta["name"].string(),
                      .resource_version = meta["resourceVersion"].string(),
                      .driver = spec["driver"].string(),
                      .node = NodeName{spec["nodeName"].string()},
                      .pool = spec.at("pool", "name").string(),
                      .generation = spec.at("pool", "generation").integer(),
                      .pool_slices = spec.at("pool", "resourceSliceCount").integer()};
  for (const Json& device : spec["devices"].items()) slice.devices.push_back(device_of(device));
  return slice;
}

}  // namespace

Result<ResourceSlice> read_slice(std::string_view json) {
  return read_small<ResourceSlice>(json, "ResourceSlice", slice_of);
}

Result<ListMeta> read_slice_list(std::string_view json,
                                 const std::function<void(ResourceSlice&&)>& each) {
  return read_small_list<ResourceSlice>(json, "ResourceSliceList", slice_of, each);
}

Result<WatchEvent<ResourceSlice>> read_slice_event(std::string_view line) {
  return read_small_event<ResourceSlice>(line, "ResourceSlice", slice_of);
}

}  // namespace npushare::wire
