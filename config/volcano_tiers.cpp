#include "config/volcano_tiers.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "config/suggestion.hpp"
#include "config/volcano_frame.hpp"
#include "config/volcano_names.hpp"
#include "config/volcano_values.hpp"

namespace npushare::config {
namespace {

YamlPtr arguments_in(const YamlNode& node, const std::string& path, Report& report) {
  for (const YamlMember& member : node.members) {
    if (member.key != "arguments" || member.value->kind == YamlKind::kNull) continue;
    if (is_mapping(*member.value, joined(path, member.key), report)) return member.value;
  }
  return nullptr;
}

void read_switches(const YamlNode& node, VolcanoEntry& entry, Report& report) {
  for (const std::string& key : volcano_switches()) {
    const YamlNode* value = value_in(node, key);
    if (value == nullptr) continue;
    if (const std::optional<bool> is_on = volcano_switch(*value)) {
      entry.switches[key] = {*is_on, value->line};
      continue;
    }
    report.error(
        value->line, joined(entry.path, key),
        "is " + written(*value) + " and must be a plain true or false" + std::string(kRefused),
        "write `" + key + ": false` without quotes, or remove it, which means true");
  }
}

VolcanoEntry entry_of(const YamlNode& node, const std::string& path, Report& report) {
  VolcanoEntry entry;
  entry.line = node.line;
  entry.path = path;
  if (!is_mapping(node, path, report)) return entry;
  entry.name = word_in(node, "name", path, report);
  entry.arguments = arguments_in(node, path, report);
  return entry;
}

VolcanoEntry plugin_of(const YamlNode& node, const std::string& path, Report& report) {
  static const std::vector<std::string> known = [] {
    std::vector<std::string> keys(volcano_switches().begin(), volcano_switches().end());
    keys.insert(keys.end(), {"name", "arguments"});
    return keys;
  }();
  VolcanoEntry entry = entry_of(node, path, report);
  read_switches(node, entry, report);
  warn_of_unknown(node, path, known, report);
  return entry;
}

void warn_of_unknown_plugin(const VolcanoEntry& entry, Report& report) {
  const std::span<const std::string> known = volcano_plugins();
  if (std::ranges::find(known, entry.name) != known.end()) return;
  if (entry.name.empty()) {
    report.warn(entry.line, entry.path, "has no name, so Volcano skips it",
                "add `name:`, or remove the entry");
    return;
  }
  const std::optional<std::string> meant = nearest(entry.name, known);
  report.warn(entry.line, entry.path,
              "Volcano has no plugin \"" + entry.name +
                  "\" of its own, logs an error in each session and skips it",
              meant ? "did you mean \"" + *meant + "\"?"
                    : "remove it, unless the scheduler loads it with --plugins-dir");
}

void refuse_hierarchy(const std::vector<VolcanoEntry>& tier, Report& report) {
  const auto with_hierarchy = std::ranges::find_if(tier, [](const VolcanoEntry& entry) {
    const auto found = entry.switches.find("enableHierarchy");
    return entry.name == "drf" && found != entry.switches.end() && found->second.is_on;
  });
  const bool has_proportion =
      std::ranges::find(tier, "proportion", &VolcanoEntry::name) != tier.end();
  if (with_hierarchy == tier.end() || !has_proportion) return;
  report.error(with_hierarchy->switches.at("enableHierarchy").line,
               joined(with_hierarchy->path, "enableHierarchy"),
               "is true beside proportion in one tier" + std::string(kRefused),
               "move one of them to another tier, or remove proportion");
}

std::vector<VolcanoEntry> tier_of(const YamlNode& node, std::size_t number, Report& report) {
  const std::string path = "tiers[" + std::to_string(number) + "]";
  std::vector<VolcanoEntry> tier;
  if (!is_mapping(node, path, report)) return tier;
  warn_of_unknown(node, path, {"plugins"}, report);
  const std::vector<YamlPtr> plugins = list_in(node, "plugins", path, report);
  for (std::size_t k = 0; k < plugins.size(); ++k) {
    tier.push_back(plugin_of(*plugins[k], path + ".plugins[" + std::to_string(k) + "]", report));
    tier.back().tier = number;
    warn_of_unknown_plugin(tier.back(), report);
  }
  refuse_hierarchy(tier, report);
  return tier;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kBlank) - first + 1));
}

void take_action(const std::string& name, VolcanoTiers& into, Report& report) {
  into.actions.push_back(name);
  if (is_late_volcano_action(name)) {
    report.warn(into.actions_line, "actions",
                "Volcano up to v1.15 has no action \"" + name + "\" and refuses the whole file",
                "keep it only with a newer Volcano");
    return;
  }
  if (is_volcano_action(name)) return;
  report.error(into.actions_line, "actions",
               name.empty() ? "names an empty action" + std::string(kRefused)
                            : "Volcano has no action \"" + name + "\"" + kRefused,
               name.empty()
                   ? "write `actions: \"enqueue, allocate, backfill\"`, without a comma at "
                     "the end"
                   : "there are enqueue, allocate, backfill, preempt, reclaim and shuffle");
}

void read_actions(const YamlNode& document, VolcanoTiers& into, Report& report) {
  const YamlNode* value = document.find("actions");
  into.actions_line = value == nullptr ? document.line : value->line;
  const bool is_broken =
      value != nullptr && value->kind != YamlKind::kScalar && value->kind != YamlKind::kNull;
  std::string_view rest = value == nullptr ? std::string_view() : std::string_view(value->text);
  if (is_broken) {
    word_in(document, "actions", "", report);
    return;
  }
  for (std::size_t comma = 0; comma != std::string_view::npos;) {
    comma = rest.find(',');
    take_action(trimmed(rest.substr(0, comma)), into, report);
    if (comma != std::string_view::npos) rest.remove_prefix(comma + 1);
  }
}

void read_metrics(const YamlNode& document, Report& report) {
  const YamlNode* metrics = value_in(document, "metrics");
  if (metrics == nullptr || !is_mapping(*metrics, "metrics", report)) return;
  for (const YamlMember& member : metrics->members)
    word_in(*metrics, member.key, "metrics", report);
}

}  // namespace

bool VolcanoTiers::has_action(std::string_view name) const {
  return std::ranges::find(actions, name) != actions.end();
}

const VolcanoEntry* VolcanoTiers::plugin(std::string_view name) const {
  const auto last = std::find_if(plugins.rbegin(), plugins.rend(),
                                 [name](const VolcanoEntry& entry) { return entry.name == name; });
  return last == plugins.rend() ? nullptr : &*last;
}

const VolcanoEntry* VolcanoTiers::configuration(std::string_view action) const {
  const auto first = std::ranges::find(configurations, action, &VolcanoEntry::name);
  return first == configurations.end() ? nullptr : &*first;
}

VolcanoTiers volcano_tiers_of(const YamlNode& document, Report& report) {
  VolcanoTiers tiers;
  if (!is_mapping(document, "", report)) return tiers;
  warn_of_unknown(document, "", {"actions", "tiers", "configurations", "metrics"}, report);
  read_actions(document, tiers, report);
  const std::vector<YamlPtr> items = list_in(document, "tiers", "", report);
  for (std::size_t k = 0; k < items.size(); ++k) {
    std::vector<VolcanoEntry> tier = tier_of(*items[k], k, report);
    std::ranges::move(tier, std::back_inserter(tiers.plugins));
  }
  const std::vector<YamlPtr> actions = list_in(document, "configurations", "", report);
  for (std::size_t k = 0; k < actions.size(); ++k)
    tiers.configurations.push_back(
        entry_of(*actions[k], "configurations[" + std::to_string(k) + "]", report));
  read_metrics(document, report);
  return tiers;
}

}  // namespace npushare::config
