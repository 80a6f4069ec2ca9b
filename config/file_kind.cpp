#include "config/file_kind.hpp"

#include <algorithm>
#include <array>

#include "config/suggestion.hpp"
#include "config/yaml_parse.hpp"

namespace npushare::config {
namespace {

template <std::size_t N>
bool has_any(const YamlNode& node, const std::array<std::string_view, N>& keys) {
  return std::ranges::any_of(keys, [&node](std::string_view key) { return node.find(key); });
}

/// A document of one of our formats, or one with a slip of the pen in its only telling key.
bool resembles(const YamlNode& node, const auto& keys) {
  return std::ranges::any_of(keys, [&node](std::string_view key) {
    return std::ranges::any_of(node.members, [key](const YamlMember& member) {
      return member.key.size() <= 2 * key.size() && edit_distance(member.key, key) <= 1;
    });
  });
}

constexpr std::array<std::string_view, 20> kSettingsKeys = {
    "listen",  "policy", "filter",  "lock",           "reservedMemoryMiB",
    "bind",    "node",   "http",    "deviceConfig",   "deviceConfigMap",
    "log",     "tls",    "admin",   "leaderElection", "metrics",
    "history", "audit",  "volcano", "nodeResources",  "dra"};

FileKind by_name(std::string_view name) {
  if (name.ends_with("device-config.yaml")) return FileKind::kDeviceConfig;
  if (name.ends_with("node-config.yaml")) return FileKind::kNodeConfig;
  if (name.ends_with("volcano-scheduler.conf")) return FileKind::kVolcanoScheduler;
  if (name.ends_with("cluster.yaml")) return FileKind::kCluster;
  if (name.ends_with("npushare.yaml")) return FileKind::kSettings;
  return FileKind::kUnknown;
}

/// Node configs and clusters both have a list of `nodes`; their entries differ.
FileKind by_nodes(const YamlNode& document, const YamlNode& nodes) {
  static constexpr std::array<std::string_view, 3> kCluster = {"port", "plugin", "scheduler"};
  static constexpr std::array<std::string_view, 6> kClusterNode = {"chips", "chipCount", "count",
                                                                   "model", "mode",      "slots"};
  if (has_any(document, kCluster)) return FileKind::kCluster;
  const bool described = std::ranges::any_of(
      nodes.items, [](const YamlPtr& node) { return has_any(*node, kClusterNode); });
  return described ? FileKind::kCluster : FileKind::kNodeConfig;
}

FileKind by_manifest(const YamlNode& kind) {
  if (kind.text == "ConfigMap") return FileKind::kConfigMap;
  if (kind.text == "ResourceQuota") return FileKind::kResourceQuota;
  if (kind.text == "KubeSchedulerConfiguration") return FileKind::kKubeScheduler;
  return FileKind::kUnknown;
}

}  // namespace

FileKind kind_of(const YamlNode& document, std::string_view name) {
  static constexpr std::array<std::string_view, 1> kDevices = {"vnpus"};
  static constexpr std::array<std::string_view, 2> kVolcano = {"actions", "tiers"};
  static constexpr std::array<std::string_view, 2> kScheduler = {"extenders", "profiles"};
  if (document.kind == YamlKind::kNull) return by_name(name);
  if (const YamlNode* kind = document.find("kind")) return by_manifest(*kind);
  if (document.find("vnpus")) return FileKind::kDeviceConfig;
  if (has_any(document, kVolcano)) return FileKind::kVolcanoScheduler;
  if (has_any(document, kScheduler)) return FileKind::kKubeScheduler;
  if (const YamlNode* nodes = document.find("nodes")) return by_nodes(document, *nodes);
  if (const FileKind named = by_name(name); named != FileKind::kUnknown) return named;
  if (resembles(document, kDevices)) return FileKind::kDeviceConfig;
  return resembles(document, kSettingsKeys) ? FileKind::kSettings : FileKind::kUnknown;
}

FileKind kind_of_file(std::string_view text, std::string_view name) {
  Report report;
  const std::vector<YamlPtr> documents = parse_yaml(text, report);
  if (report.has_errors()) return FileKind::kUnknown;
  return kind_of(documents.empty() ? YamlNode{} : *documents.front(), name);
}

}  // namespace npushare::config
