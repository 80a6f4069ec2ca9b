#include "scheduler/wire/device_class.hpp"

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/small_object.hpp"

namespace npushare::wire {
namespace {

Result<DeviceClass> class_of(const Json& json) {
  DeviceClass read{.name = json.at("metadata", "name").string(),
                   .resource_version = json.at("metadata", "resourceVersion").string(),
                   .selectors = {}};
  for (const Json& selector : json.at("spec", "selectors").items())
    read.selectors.push_back(selector.at("cel", "expression").string());
  return read;
}

}  // namespace

Result<ListMeta> read_device_class_list(std::string_view json,
                                        const std::function<void(DeviceClass&&)>& each) {
  return read_small_list<DeviceClass>(json, "DeviceClassList", class_of, each);
}

Result<WatchEvent<DeviceClass>> read_device_class_event(std::string_view line) {
  return read_small_event<DeviceClass>(line, "DeviceClass", class_of);
}

}  // namespace npushare::wire
