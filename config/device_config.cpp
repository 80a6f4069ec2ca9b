#include "config/device_config.hpp"

#include <map>
#include <utility>

#include "config/config_map.hpp"
#include "config/mapping_reader.hpp"
#include "config/readers.hpp"

namespace npushare::config {
namespace {

/// A catalogue longer than this is no list of chip models.
constexpr std::size_t kMostModels = 256;

struct ChipEntry {
  YamlPtr node;
  std::string path;
};

std::vector<ChipEntry> entries_of(const std::vector<YamlPtr>& items, const std::string& path) {
  std::vector<ChipEntry> entries;
  for (std::size_t k = 0; k < items.size(); ++k) {
    entries.push_back({items[k], path + "[" + std::to_string(k) + "]"});
  }
  return entries;
}

std::vector<ChipEntry> read_wrapper(const YamlNode& vnpus, Report& report, bool& soft) {
  MappingReader wrapper(&vnpus, "vnpus", report);
  take(wrapper.boolean("hamiVnpuCore"), soft);
  std::vector<ChipEntry> entries =
      entries_of(wrapper.list("configs", Presence::kRequired), "vnpus.configs");
  wrapper.judge_unknown();
  return entries;
}

/// Either shape of `vnpus`; the path of each chip tells which.
std::vector<ChipEntry> read_vnpus(const YamlNode& vnpus, Report& report, bool& soft) {
  if (vnpus.kind == YamlKind::kSequence) return entries_of(vnpus.items, "vnpus");
  if (vnpus.kind == YamlKind::kMapping) return read_wrapper(vnpus, report, soft);
  report.error(vnpus.line, "vnpus", "must be a list of chips or a mapping with `configs`",
               "write `configs:` and the chips below it");
  return {};
}

/// Annotation keys are built from the name and pods are told apart by the resources: no two alike.
class Uniqueness {
 public:
  explicit Uniqueness(Report& report) : report_(report) {}

  void check(const ChipModel& model, const ChipEntry& entry) {
    note(names_, model.name.text(), entry, "commonWord");
    note(resources_, model.count_resource, entry, "resourceName");
    note(resources_, model.memory_resource, entry, "resourceMemoryName");
    if (!model.count_resource.empty()) {
      note(resources_, model.core_resource, entry, "resourceCoreName");
    }
  }

 private:
  void note(std::map<std::string, std::string>& seen, const std::string& value,
            const ChipEntry& entry, const char* key) {
    if (value.empty()) return;
    const std::string here = entry.path + "." + key;
    const auto [first, is_new] = seen.emplace(value, here);
    if (is_new) return;
    const YamlNode* at = entry.node->find(key);
    report_.error(at ? at->line : entry.node->line, here,
                  "\"" + value + "\" is taken by " + first->second, "give each its own name");
  }

  Report& report_;
  std::map<std::string, std::string> names_;
  std::map<std::string, std::string> resources_;
};

/// Other vendors' sections are none of our business, but a misspelt `vnpus` is.
const YamlNode* find_vnpus(const YamlNode* document, Report& report) {
  MappingReader root(document, "", report);
  if (report.has_errors()) return nullptr;
  const YamlNode* vnpus = root.find("vnpus");
  if (vnpus) return vnpus;
  root.refuse_misspelt();
  if (report.has_errors()) return nullptr;
  const bool is_there = document && document->find("vnpus");
  root.refuse("vnpus", is_there ? "is empty" : "is missing",
              "list the chips below `vnpus: configs:`");
  return nullptr;
}

}  // namespace

Catalogue catalogue_of(const YamlNode* document, Report& report) {
  Catalogue catalogue;
  const YamlNode* vnpus = find_vnpus(document, report);
  if (!vnpus) return catalogue;
  const std::vector<ChipEntry> entries = read_vnpus(*vnpus, report, catalogue.soft_by_default);
  if (entries.size() > kMostModels) {
    report.error(vnpus->line, "vnpus", "lists more than 256 chips", "list each model once");
    return catalogue;
  }
  if (entries.empty() && !report.has_errors()) {
    report.error(vnpus->line, "vnpus", "lists no chip", "add one, or leave the file out");
  }
  Uniqueness unique(report);
  for (const ChipEntry& entry : entries) {
    catalogue.models.push_back(chip_model_of(*entry.node, entry.path, report));
    unique.check(catalogue.models.back(), entry);
  }
  return catalogue;
}

Result<Catalogue> read_device_config(std::string_view yaml, std::string_view name,
                                     std::vector<std::string>* warnings) {
  Report report;
  const YamlPtr document = open_config(yaml, "device-config.yaml", report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  Catalogue catalogue = catalogue_of(document.get(), report);
  if (auto failure = report.failure(name)) return std::move(*failure);
  if (warnings) *warnings = report.warnings(name);
  return catalogue;
}

}  // namespace npushare::config
