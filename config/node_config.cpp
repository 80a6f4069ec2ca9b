#include "config/node_config.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "config/config_map.hpp"
#include "config/mapping_reader.hpp"
#include "config/readers.hpp"
#include "config/yaml_scalar.hpp"

namespace npushare::config {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();

void read_cards(MappingReader& from, NodeEntry& entry) {
  for (const YamlPtr& item : from.list("index")) {
    const std::optional<std::int64_t> card = whole_number(*item);
    if (card && *card >= 0 && *card <= kMost) {
      entry.filtered_cards.push_back(*card);
      continue;
    }
    from.report().error(item->line, from.path_of("index"), "holds something that is no card id",
                        "write card ids as npu-smi shows them, e.g. [4, 5]");
  }
}

void read_uuids(MappingReader& from, NodeEntry& entry) {
  for (const YamlPtr& item : from.list("uuid")) {
    if (item->kind == YamlKind::kScalar && !item->text.empty()) {
      entry.filtered_chips.emplace_back(item->text);
      continue;
    }
    from.report().error(item->line, from.path_of("uuid"), "holds something that is no uuid",
                        "write the uuids that the node registers");
  }
}

NodeEntry node_entry_of(const YamlNode& node, const std::string& path, Report& report) {
  MappingReader from(&node, path, report);
  NodeEntry entry;
  take(from.text("name", Presence::kRequired), entry.node);
  take(from.boolean("hami-vnpu-core"), entry.soft);
  take(from.integer("vDeviceCount", {-kMost, kMost}), entry.slots);
  MappingReader filter = from.section("filterDevices");
  read_cards(filter, entry);
  read_uuids(filter, entry);
  filter.judge_unknown();
  from.judge_unknown();
  return entry;
}

}  // namespace

const NodeEntry* NodeConfig::find(const NodeName& node) const {
  const auto first = std::ranges::find(nodes, node, &NodeEntry::node);
  return first == nodes.end() ? nullptr : &*first;
}

NodeConfig node_config_of(const YamlNode* document, Report& report) {
  NodeConfig config;
  std::set<NodeName> names;
  MappingReader root(document, "", report);
  const std::vector<YamlPtr> items = root.list("nodes", Presence::kRequired);
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string path = "nodes[" + std::to_string(k) + "]";
    config.nodes.push_back(node_entry_of(*items[k], path, report));
    const NodeName& name = config.nodes.back().node;
    if (name.empty() || names.insert(name).second) continue;
    report.warn(items[k]->line, path, "a second entry for " + name.text() + " has no effect",
                "the first one counts");
  }
  root.judge_unknown();
  return config;
}

Result<NodeConfig> read_node_config(std::string_view yaml, std::string_view name,
                                    std::vector<std::string>* warnings) {
  Report report;
  const YamlPtr document = open_config(yaml, "node-config.yaml", report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  NodeConfig config = node_config_of(document.get(), report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  if (warnings) *warnings = report.warnings(name);
  return config;
}

}  // namespace npushare::config
