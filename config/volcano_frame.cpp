#include "config/volcano_frame.hpp"

#include <algorithm>
#include <optional>

#include "config/suggestion.hpp"
#include "config/volcano_values.hpp"

namespace npushare::config {

std::string joined(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

const YamlNode* value_in(const YamlNode& node, std::string_view key) {
  const YamlNode* value = node.find(key);
  return value != nullptr && value->kind != YamlKind::kNull ? value : nullptr;
}

bool is_mapping(const YamlNode& node, const std::string& path, Report& report) {
  if (node.kind == YamlKind::kMapping || node.kind == YamlKind::kNull) return true;
  report.error(node.line, path, "is " + written(node) + " and must be a mapping" + kRefused,
               "write its keys below it");
  return false;
}

std::vector<YamlPtr> list_in(const YamlNode& node, const std::string& key, const std::string& path,
                             Report& report) {
  const YamlNode* value = value_in(node, key);
  if (value == nullptr) return {};
  if (value->kind == YamlKind::kSequence) return value->items;
  report.error(value->line, joined(path, key),
               "is " + written(*value) + " and must be a list" + kRefused,
               "begin each of its entries with `- `");
  return {};
}

std::string word_in(const YamlNode& node, const std::string& key, const std::string& path,
                    Report& report) {
  const YamlNode* value = value_in(node, key);
  if (value == nullptr) return {};
  if (value->kind == YamlKind::kScalar) return value->text;
  report.error(value->line, joined(path, key),
               "is " + written(*value) + " and must be text" + kRefused,
               key == "actions" ? "write `actions: \"enqueue, allocate, backfill\"`" : "");
  return {};
}

void warn_of_unknown(const YamlNode& node, const std::string& path,
                     const std::vector<std::string>& known, Report& report) {
  for (const YamlMember& member : node.members) {
    if (std::ranges::find(known, member.key) != known.end()) continue;
    const std::optional<std::string> meant = nearest(member.key, known);
    report.warn(member.line, path, "Volcano does not know the key \"" + member.key + "\" here",
                meant ? "did you mean \"" + *meant + "\"?" : "remove it");
  }
}

}  // namespace npushare::config
