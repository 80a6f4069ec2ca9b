#include "config/cluster_file.hpp"

#include <set>
#include <utility>

#include "config/mapping_reader.hpp"
#include "config/readers.hpp"
#include "config/text_values.hpp"
#include "config/yaml_parse.hpp"

namespace npushare::config {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMostNodes = 20'000;

void read_span(MappingReader& from, std::string_view key, milliseconds least, milliseconds& into) {
  const std::optional<std::string> text = from.text(key);
  if (!text) return;
  const std::optional<milliseconds> value = duration_in(*text);
  if (value && *value >= least) {
    into = *value;
    return;
  }
  from.refuse(
      key, "\"" + *text + "\" is no time span from " + std::to_string(least.count()) + "ms to 24h",
      "write it as 20ms, 4s or 2m");
}

void read_plugin(MappingReader& root, ClusterFile& into) {
  MappingReader plugin = root.section("plugin");
  read_span(plugin, "delay", milliseconds{0}, into.plugin_delay);
  plugin.refuse_unknown();
}

void read_scheduler(MappingReader& root, ClusterFile& into) {
  MappingReader scheduler = root.section("scheduler");
  read_span(scheduler, "every", milliseconds{1}, into.schedule_every);
  take(scheduler.text("name"), into.scheduler_name);
  take(scheduler.boolean("bindVerb"), into.has_bind_verb);
  scheduler.refuse_unknown();
}

/// No two nodes of one name, no chip in two places.
void check_unique(const std::vector<ClusterNode>& nodes, const YamlNode& entry,
                  const std::string& path, std::set<std::string>& names,
                  std::set<std::string>& uuids, Report& report) {
  for (const ClusterNode& node : nodes) {
    if (!names.insert(node.name).second) {
      report.error(entry.line, path, "a second node has the name \"" + node.name + "\"",
                   "rename one");
      return;
    }
    for (const ClusterChip& chip : node.chips) {
      if (uuids.insert(chip.uuid).second) continue;
      report.error(entry.line, path, "a second chip has the uuid \"" + chip.uuid + "\"",
                   "give each chip its own, or write chipCount");
      return;
    }
  }
}

void read_nodes(MappingReader& root, ClusterFile& into) {
  std::set<std::string> names;
  std::set<std::string> uuids;
  const std::vector<YamlPtr> items = root.list("nodes", Presence::kRequired);
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string path = "nodes[" + std::to_string(k) + "]";
    std::vector<ClusterNode> nodes = cluster_nodes_of(*items[k], path, root.report());
    if (into.nodes.size() + nodes.size() > kMostNodes) {
      return root.refuse("nodes", "are more than 20000", "lower the counts");
    }
    if (root.report().has_errors()) continue;
    check_unique(nodes, *items[k], path, names, uuids, root.report());
    for (ClusterNode& node : nodes) into.nodes.push_back(std::move(node));
  }
}

}  // namespace

ClusterFile cluster_of(const YamlNode* document, Report& report) {
  ClusterFile file;
  MappingReader root(document, "", report);
  take(root.integer("port", {0, 65535}), file.port);
  take(root.text("nodeConfig"), file.node_config);
  read_plugin(root, file);
  read_scheduler(root, file);
  read_nodes(root, file);
  file.api = cluster_api_of(root);
  file.webhooks = cluster_webhooks_of(root);
  for (const ClusterNode& node : file.nodes)
    if (node.driver) file.api.has_dra = true;  // there would be nowhere to publish
  MappingReader faults = root.section("faults");
  file.faults = fault_script_of(faults);
  root.refuse_unknown();
  return file;
}

Result<ClusterFile> read_cluster_file(std::string_view yaml, std::string_view name) {
  Report report;
  const YamlPtr document = parse_one(yaml, report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  ClusterFile file = cluster_of(document.get(), report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  return file;
}

}  // namespace npushare::config
