/// DeviceClasses of DRA, as far as they say which devices are of the class.
///
/// Errors: kInvalid with the path of the field, as in object_reader.hpp.
/// Source: resource.k8s.io/v1 DeviceClass.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/wire/object_reader.hpp"

namespace npushare::wire {

struct DeviceClass {
  std::string name;
  std::string resource_version;
  std::vector<std::string> selectors;  // CEL expressions
};

inline std::string identity_of(const DeviceClass& device_class) {
  return device_class.name;
}

Result<ListMeta> read_device_class_list(std::string_view json,
                                        const std::function<void(DeviceClass&&)>& each);
Result<WatchEvent<DeviceClass>> read_device_class_event(std::string_view line);

}  // namespace npushare::wire
