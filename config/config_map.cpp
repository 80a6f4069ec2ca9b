#include "config/config_map.hpp"

#include <string>

namespace npushare::config {
namespace {

/// The entry of a ConfigMap, or null.
const YamlNode* entry_of(const YamlNode& document, std::string_view key) {
  const YamlNode* entries = document.find("data");
  const YamlNode* entry = entries ? entries->find(key) : nullptr;
  return entry && entry->kind == YamlKind::kScalar ? entry : nullptr;
}

YamlPtr open_entry(const std::vector<YamlPtr>& documents, std::string_view key, Report& report) {
  for (const YamlPtr& document : documents) {
    const YamlNode* entry = is_config_map(*document) ? entry_of(*document, key) : nullptr;
    if (entry) return parse_one(entry->text, report, place_of(*entry));
  }
  report.error(documents.front()->line, "data",
               "no ConfigMap here has the entry \"" + std::string(key) + "\"",
               "add it, or give the file itself");
  return nullptr;
}

}  // namespace

bool is_config_map(const YamlNode& document) {
  const YamlNode* kind = document.find("kind");
  return kind && kind->text == "ConfigMap";
}

TextPlace place_of(const YamlNode& entry) {
  return entry.literal ? TextPlace{entry.line + 1, true} : TextPlace{entry.line, false};
}

YamlPtr open_config(std::string_view yaml, std::string_view key, Report& report) {
  const std::vector<YamlPtr> documents = parse_yaml(yaml, report);
  if (documents.empty()) return nullptr;
  for (const YamlPtr& document : documents) {
    if (is_config_map(*document)) return open_entry(documents, key, report);
  }
  if (documents.size() > 1) {
    report.error(documents[1]->line, "", "a second document begins here", "keep one in the file");
  }
  return documents.front();
}

}  // namespace npushare::config
