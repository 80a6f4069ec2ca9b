#include "config/check.hpp"

#include "config/config_map.hpp"
#include "config/file_kind.hpp"
#include "config/kube_scheduler_check.hpp"
#include "config/readers.hpp"
#include "config/volcano_conf.hpp"
#include "config/yaml_parse.hpp"

namespace npushare::config {
namespace {

struct Check {
  Report& report;
  const Catalogue* shared;
};

/// Stands for the document of a text without one.
YamlNode nothing_at(std::size_t line) {
  YamlNode node;
  node.line = line;
  return node;
}

void refuse_unknown_file(const YamlNode& document, Report& report) {
  const bool is_empty = document.kind == YamlKind::kNull;
  report.error(document.line, "",
               is_empty ? "the file is empty" : "this is no file that npushare reads",
               "give npushare.yaml, device-config.yaml, node-config.yaml, an embedded cluster, a "
               "KubeSchedulerConfiguration, volcano-scheduler.conf or a ResourceQuota");
}

void check_document(const YamlNode& document, std::string_view name, Check check);

/// An entry that is no configuration of ours, e.g. another program's beside it, is left alone.
void check_entry(const YamlMember& member, Check check) {
  if (member.value->kind != YamlKind::kScalar) return;
  Report own;
  const TextPlace place = place_of(*member.value);
  const YamlPtr inner = parse_one(member.value->text, own, place);
  const YamlNode nothing = nothing_at(place.first);
  const YamlNode& document = inner ? *inner : nothing;
  const FileKind kind = kind_of(document, member.key);
  const bool is_ours = kind != FileKind::kUnknown && kind != FileKind::kConfigMap;
  if (is_ours && !own.has_errors()) check_document(document, member.key, {own, check.shared});
  check.report.append(own);
}

bool is_checkable(std::string_view key) {
  return key.ends_with(".yaml") || key.ends_with(".yml") || key.ends_with(".conf");
}

void check_entries(const YamlNode& document, Check check) {
  const YamlNode* entries = document.find("data");
  bool found = false;
  for (const YamlMember& member : entries ? entries->members : std::vector<YamlMember>{}) {
    if (!is_checkable(member.key)) continue;
    found = true;
    check_entry(member, check);
  }
  if (found) return;
  check.report.error(document.line, "data", "the ConfigMap holds no configuration file",
                     "add an entry such as device-config.yaml");
}

void check_document(const YamlNode& document, std::string_view name, Check check) {
  switch (kind_of(document, name)) {
    case FileKind::kSettings: settings_of(&document, check.report); return;
    case FileKind::kDeviceConfig: catalogue_of(&document, check.report); return;
    case FileKind::kNodeConfig: node_config_of(&document, check.report); return;
    case FileKind::kCluster: cluster_of(&document, check.report); return;
    case FileKind::kConfigMap: return check_entries(document, check);
    case FileKind::kKubeScheduler:
      return check_kube_scheduler(document, check.shared, check.report);
    case FileKind::kVolcanoScheduler: volcano_conf_of(document, check.report); return;
    case FileKind::kResourceQuota: return;  // by who knows what chips' limits mean
    case FileKind::kUnknown: return refuse_unknown_file(document, check.report);
  }
}

/// Manifests may come several in a file; configuration files of ours may not.
void refuse_second(const YamlNode& document, std::string_view name, Report& report) {
  const FileKind kind = kind_of(document, name);
  if (kind == FileKind::kConfigMap || kind == FileKind::kResourceQuota ||
      kind == FileKind::kUnknown)
    return;
  report.error(document.line, "", "a second document begins here", "keep one in the file");
}

}  // namespace

std::vector<Finding> check_file(std::string_view text, std::string_view name,
                                const Catalogue* shared) {
  Report report;
  const std::vector<YamlPtr> documents = parse_yaml(text, report);
  if (report.has_errors()) return report.findings();
  if (documents.empty()) check_document(nothing_at(1), name, {report, shared});
  for (const YamlPtr& document : documents) {
    Report own;
    if (document != documents.front()) refuse_second(*document, name, own);
    check_document(*document, name, {own, shared});
    report.append(own);
  }
  return report.findings();
}

}  // namespace npushare::config
