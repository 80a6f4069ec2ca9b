/// The frame of a volcano-scheduler.conf: actions, the plugins of its tiers, arguments of actions.
///
/// Shape:   entries in the order of the tiers, which is the order Volcano asks plugins in.
/// Errors:  what makes Volcano refuse the whole file is an error; what it ignores is a warning. A
///          key given twice has already been refused, though Volcano would take the last: of two
///          values one is not what the operator means.
/// Threads: no shared state.
/// Source:  spec/volcano-deviceshare.md 6.1; vectors V-114, V-115.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/finding.hpp"
#include "config/yaml_node.hpp"

namespace npushare::config {

struct VolcanoSwitch {
  bool is_on = true;
  std::size_t line = 0;
};

/// A plugin of a tier, or an action of `configurations`.
struct VolcanoEntry {
  std::string name;
  std::size_t line = 0;
  std::string path;                               // tiers[1].plugins[2]
  std::size_t tier = 0;                           // of a plugin
  std::map<std::string, VolcanoSwitch> switches;  // those that the file gives
  YamlPtr arguments;                              // a mapping; null: none
};

struct VolcanoTiers {
  std::size_t actions_line = 1;
  std::vector<std::string> actions;
  std::vector<VolcanoEntry> plugins;
  std::vector<VolcanoEntry> configurations;

  bool has_action(std::string_view name) const;
  /// The last entry of that name, which is the one that Volcano goes by; null when there is none.
  const VolcanoEntry* plugin(std::string_view name) const;
  /// The first, as Volcano takes it.
  const VolcanoEntry* configuration(std::string_view action) const;
};

VolcanoTiers volcano_tiers_of(const YamlNode& document, Report& report);

}  // namespace npushare::config
