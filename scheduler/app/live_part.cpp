#include "scheduler/app/live_part.hpp"

#include <utility>

namespace npushare {

config::Settings live_part(const config::Settings& wanted, const config::Settings& running) {
  config::Settings settings = running;
  settings.node_policy = wanted.node_policy;
  settings.chip_policy = wanted.chip_policy;
  settings.single_node = wanted.single_node;
  settings.node_lock = wanted.node_lock;
  settings.reserved_memory = wanted.reserved_memory;
  settings.bind_deadline = wanted.bind_deadline;
  settings.log_level = wanted.log_level;
  settings.volcano_formulas = wanted.volcano_formulas;
  settings.node_resources = wanted.node_resources;
  settings.dra = wanted.dra;
  const bool keeps_its_source = wanted.device_config_map == running.device_config_map;
  if (keeps_its_source) settings.device_config = wanted.device_config;
  return settings;
}

std::vector<config::Change> restricted_to_start(std::vector<config::Change> changes) {
  std::erase_if(changes,
                [](const config::Change& change) { return config::applies_live(change.field); });
  return changes;
}

}  // namespace npushare
