#include "scheduler/wire/config_map.hpp"

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/small_object.hpp"

namespace npushare::wire {
namespace {

Result<ConfigMap> config_map_of(const Json& json) {
  const Json& meta = json["metadata"];
  ConfigMap map{.space = meta["namespace"].string(),
                .name = meta["name"].string(),
                .resource_version = meta["resourceVersion"].string(),
                .data = {}};
  for (const auto& [key, value] : json["data"].members()) map.data[key] = value.string();
  return map;
}

}  // namespace

Result<ConfigMap> read_config_map(std::string_view json) {
  return read_small<ConfigMap>(json, "ConfigMap", config_map_of);
}

Result<ListMeta> read_config_map_list(std::string_view json,
                                      const std::function<void(ConfigMap&&)>& each) {
  return read_small_list<ConfigMap>(json, "ConfigMapList", config_map_of, each);
}

Result<WatchEvent<ConfigMap>> read_config_map_event(std::string_view line) {
  return read_small_event<ConfigMap>(line, "ConfigMap", config_map_of);
}

}  // namespace npushare::wire
