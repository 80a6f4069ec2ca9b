/// ConfigMaps, of which one carries the cluster's device configuration.
///
/// Errors:  kInvalid with what is wrong, as in object_reader.hpp.
/// Source:  k8s.io/api core/v1.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/wire/object_reader.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

struct ConfigMap {
  std::string space;
  std::string name;
  std::string resource_version;
  StringMap data;
};

inline std::string identity_of(const ConfigMap& map) {
  return map.space + "/" + map.name;
}

Result<ConfigMap> read_config_map(std::string_view json);
Result<ListMeta> read_config_map_list(std::string_view json,
                                      const std::function<void(ConfigMap&&)>& each);
Result<WatchEvent<ConfigMap>> read_config_map_event(std::string_view line);

}  // namespace npushare::wire
