#include "config/volcano_conf.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "config/config_map.hpp"
#include "config/volcano_check.hpp"
#include "config/volcano_names.hpp"

namespace npushare::config {
namespace {

constexpr const char* kMapName = "deviceshare.KnownGeometriesCMName";
constexpr const char* kMapSpace = "deviceshare.KnownGeometriesCMNamespace";

/// Every entry of the plugin is read, for Volcano makes a plugin of each; the last one counts.
VolcanoArguments arguments_of(const VolcanoTiers& tiers, const char* plugin,
                              std::span<const VolcanoKey> known, Report& report) {
  VolcanoArguments arguments;
  const VolcanoEntry* last = tiers.plugin(plugin);
  for (const VolcanoEntry& entry : tiers.plugins) {
    if (entry.name != plugin) continue;
    arguments = VolcanoArguments::read(entry, known, report);
    if (&entry != last)
      report.warn(entry.line, entry.path,
                  "a later entry of " + std::string(plugin) + ", on line " +
                      std::to_string(last->line) + ", takes the place of this one, whole",
                  "keep one");
  }
  return arguments;
}

/// The plugin that an argument belongs to; empty when it is not one of ours. Old releases kept the
/// switches of devices under predicates.
std::string owner_of(const std::string& key) {
  for (const std::string plugin : {"deviceshare", "extender"})
    if (key.starts_with(plugin + ".")) return plugin;
  constexpr std::string_view kOld = "predicate.";
  const bool is_old = key.starts_with(kOld) &&
                      std::ranges::any_of(deviceshare_keys(), [&](const VolcanoKey& known) {
                        return known.name == "deviceshare." + key.substr(kOld.size());
                      });
  return is_old ? "deviceshare" : "";
}

/// An argument of ours under another plugin is nobody's.
void warn_of_strays(const VolcanoTiers& tiers, Report& report) {
  for (const VolcanoEntry& entry : tiers.plugins) {
    const bool is_read = entry.name == "deviceshare" || entry.name == "extender";
    if (is_read || !entry.arguments) continue;
    for (const YamlMember& member : entry.arguments->members) {
      const std::string owner = owner_of(member.key);
      if (owner.empty()) continue;
      std::string remedy = "write it as " + owner;
      remedy.append(member.key, member.key.find('.')).append(" below `- name: ");
      remedy.append(owner).append(1, '`');
      report.warn(member.line, member.key,
                  "stands under " + entry.name + ", where it has no effect", remedy);
    }
  }
}

void check_switches(const VolcanoEntry* entry, Report& report) {
  if (entry == nullptr) return;
  for (const char* key : {"enablePredicate", "enableNodeOrder"}) {
    const auto found = entry->switches.find(key);
    if (found == entry->switches.end() || found->second.is_on) continue;
    const bool scores = key == std::string("enableNodeOrder");
    report.warn(found->second.line, entry->path + "." + key,
                "is false, so " + entry->name +
                    (scores ? " scores no node" : " refuses no node, whatever its chips hold"),
                "remove it");
  }
}

VolcanoConf conf_of(const VolcanoParts& parts) {
  VolcanoConf conf;
  conf.policy = parts.device_arguments.text("deviceshare.SchedulePolicy");
  conf.weight = parts.device_arguments.integer("deviceshare.ScheduleWeight");
  conf.picks_chips = parts.picks_chips();
  conf.asks_extender = parts.extender != nullptr;
  conf.asks_allocate = !parts.extender_arguments.text("extender.allocateFuncVerb").empty();
  const std::string name = parts.device_arguments.text(kMapName);
  const std::string space = parts.device_arguments.text(kMapSpace);
  if (name.empty()) return conf;
  conf.geometries.emplace();
  conf.geometries->name = name;
  if (!space.empty()) conf.geometries->space = space;
  return conf;
}

}  // namespace

VolcanoConf volcano_conf_of(const YamlNode& document, Report& report) {
  const VolcanoTiers tiers = volcano_tiers_of(document, report);
  if (report.has_errors()) return {};
  const VolcanoParts parts{
      .tiers = tiers,
      .deviceshare = tiers.plugin("deviceshare"),
      .extender = tiers.plugin("extender"),
      .device_arguments = arguments_of(tiers, "deviceshare", deviceshare_keys(), report),
      .extender_arguments = arguments_of(tiers, "extender", extender_keys(), report)};
  warn_of_strays(tiers, report);
  check_switches(parts.deviceshare, report);
  check_switches(parts.extender, report);
  check_deviceshare(parts, report);
  check_volcano_extender(parts, report);
  check_volcano_actions(parts, report);
  return conf_of(parts);
}

Result<VolcanoReading> read_volcano_conf(std::string_view yaml, std::string_view name) {
  Report report;
  const YamlPtr document = open_config(yaml, "volcano-scheduler.conf", report);
  if (!document && !report.has_errors())
    report.error(1, "", "the file is empty, so Volcano refuses it",
                 "write `actions: \"enqueue, allocate, backfill\"` and tiers");
  if (auto failure = report.failure(name)) return std::move(*failure);
  VolcanoConf conf = volcano_conf_of(*document, report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  return VolcanoReading{.conf = std::move(conf), .warnings = report.warnings(name)};
}

Settings with_volcano(Settings settings, const VolcanoConf& conf) {
  if (!conf.policy.empty()) {
    const bool is_ours = settings.volcano_formulas == VolcanoFormulas::kNpushare;
    settings.node_policy = settings.chip_policy = is_ours ? conf.policy : "volcano-" + conf.policy;
  }
  const bool has_source = settings.device_config_map || !settings.device_config.empty();
  if (!has_source) settings.device_config_map = conf.geometries;
  return settings;
}

}  // namespace npushare::config
