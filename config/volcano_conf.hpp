/// volcano-scheduler.conf: what of it concerns us, and what is wrong with it.
///
/// Shape:   the last entry of a plugin, in whichever tier, is the one that counts, whole.
/// Errors:  kInvalid with file, line, key and remedy. docs/reference/configuration.md lists the
///          checks that refuse a file and those that only warn.
/// Threads: no shared state.
/// Source:  spec/volcano-deviceshare.md 6.1, 6.3 C1 to C16.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "config/finding.hpp"
#include "config/settings.hpp"
#include "config/yaml_node.hpp"

namespace npushare::config {

struct VolcanoConf {
  std::string policy;  // deviceshare.SchedulePolicy: binpack, spread, or empty: not said
  /// deviceshare.ScheduleWeight; 0 and less: no node is scored. Nothing: not said, which is 0 to
  /// Volcano and the usual weight to us.
  std::optional<std::int64_t> weight;
  /// deviceshare.AscendHAMiVNPUEnable: Volcano's own deviceshare picks the chips, we only advise.
  bool picks_chips = false;
  /// deviceshare.KnownGeometriesCMName and -Namespace; nothing when no name is given.
  std::optional<ConfigMapSource> geometries;
  bool asks_extender = false;  // there is an entry `extender`
  bool asks_allocate = false;  // and it has extender.allocateFuncVerb: we are the allocator

  friend bool operator==(const VolcanoConf&, const VolcanoConf&) = default;
};

/// A good file.
struct VolcanoReading {
  VolcanoConf conf;
  std::vector<std::string> warnings;  // FILE:LINE: key: what is surprising; remedy
};

/// `yaml` may be the ConfigMap's manifest with the key volcano-scheduler.conf. `name` stands for
/// the file in messages.
Result<VolcanoReading> read_volcano_conf(std::string_view yaml, std::string_view name);

/// The document's value, worth something only when the report has no errors.
VolcanoConf volcano_conf_of(const YamlNode& document, Report& report);

/// What of the settings the file takes the place of: both policies where it says one, and the
/// source of chips where the settings name none.
Settings with_volcano(Settings settings, const VolcanoConf& conf);

}  // namespace npushare::config
