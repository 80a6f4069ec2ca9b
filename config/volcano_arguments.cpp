#include "config/volcano_arguments.hpp"

#include <algorithm>
#include <utility>

#include "config/go_duration.hpp"
#include "config/suggestion.hpp"
#include "config/volcano_values.hpp"

namespace npushare::config {
namespace {

/// Names from old releases and other documents, which no distance of letters leads from.
std::optional<std::string> meant_by(const std::string& key, std::span<const VolcanoKey> known) {
  if (key == "deviceshare.AscendVNPUEnable") return "deviceshare.AscendHAMiVNPUEnable";
  std::vector<std::string> names;
  for (const VolcanoKey& one : known) names.push_back(one.name);
  const std::size_t point = key.find('.');
  const bool is_of_old = key.starts_with("predicate.");
  const std::string plugin = names.front().substr(0, names.front().find('.'));
  return nearest(is_of_old ? plugin + key.substr(point) : key, names);
}

void warn_of_unknown(const YamlMember& member, std::span<const VolcanoKey> known, Report& report) {
  const std::optional<std::string> meant = meant_by(member.key, known);
  report.warn(
      member.line, member.key,
      "Volcano does not know this argument, so " + written(*member.value) + " has no effect",
      meant ? "did you mean \"" + *meant + "\"?" : "remove it");
}

/// What to write instead.
std::string example_of(const YamlMember& member, VolcanoType type) {
  switch (type) {
    case VolcanoType::kBool: return "write `" + member.key + ": true` or false";
    case VolcanoType::kInteger: return "write a whole number without quotes, e.g. `10`";
    case VolcanoType::kText: return "write it as text, in quotes if it looks like a number";
    case VolcanoType::kDuration: return "write it with a unit, e.g. `2s` or `500ms`";
    case VolcanoType::kTexts:
    case VolcanoType::kForeign: break;
  }
  return {};
}

/// What Volcano goes by instead of a value that it cannot take.
std::string default_of(VolcanoType type) {
  switch (type) {
    case VolcanoType::kBool: return "false";
    case VolcanoType::kInteger: return "0";
    case VolcanoType::kText: return "its default";
    case VolcanoType::kDuration: return "1s";
    case VolcanoType::kTexts:
    case VolcanoType::kForeign: break;
  }
  return {};
}

}  // namespace

void VolcanoArguments::take_texts(const YamlMember& member, Report& report) {
  const YamlNode& list = *member.value;
  const std::string remedy = "write a list, one resource a line: `- huawei.com/Ascend310P`";
  if (list.kind != YamlKind::kSequence && list.kind != YamlKind::kNull) {
    report.error(member.line, member.key,
                 "is " + written(list) + " and no list, which ends the scheduler's process",
                 remedy);
    return;
  }
  std::vector<std::string> texts;
  for (const YamlPtr& item : list.items) {
    if (std::optional<std::string> text = volcano_text(*item)) {
      texts.push_back(*std::move(text));
      continue;
    }
    report.error(item->line, member.key,
                 "lists " + written(*item) + ", which is no text and ends the scheduler's process",
                 remedy);
  }
  values_[member.key] = std::move(texts);
}

void VolcanoArguments::take(const YamlMember& member, VolcanoType type, Report& report) {
  if (type == VolcanoType::kForeign) return;
  if (type == VolcanoType::kTexts) return take_texts(member, report);
  const YamlNode& value = *member.value;
  std::optional<Value> taken;
  if (type == VolcanoType::kBool) {
    if (const auto truth = volcano_bool(value)) taken = *truth;
  } else if (type == VolcanoType::kInteger) {
    if (const auto number = volcano_integer(value)) taken = *number;
  } else if (auto text = volcano_text(value);
             text && (type == VolcanoType::kText || text->empty() || go_duration_in(*text))) {
    taken = *std::move(text);
  }
  if (taken) {
    values_[member.key] = *std::move(taken);
    return;
  }
  report.error(member.line, member.key,
               "Volcano cannot take " + written(value) + " and goes by " + default_of(type),
               example_of(member, type));
}

VolcanoArguments VolcanoArguments::read(const VolcanoEntry& entry,
                                        std::span<const VolcanoKey> known, Report& report) {
  VolcanoArguments arguments;
  arguments.line_ = entry.line;
  if (!entry.arguments) return arguments;
  for (const YamlMember& member : entry.arguments->members) {
    const auto key = std::ranges::find(known, member.key, &VolcanoKey::name);
    if (key == known.end()) {
      warn_of_unknown(member, known, report);
      continue;
    }
    arguments.lines_[member.key] = member.line;
    arguments.take(member, key->type, report);
  }
  return arguments;
}

std::size_t VolcanoArguments::line_of(const std::string& key) const {
  const auto found = lines_.find(key);
  return found == lines_.end() ? line_ : found->second;
}

bool VolcanoArguments::truth(const std::string& key) const {
  const bool* value = find<bool>(key);
  return value != nullptr && *value;
}

std::optional<std::int64_t> VolcanoArguments::integer(const std::string& key) const {
  const std::int64_t* value = find<std::int64_t>(key);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::string VolcanoArguments::text(const std::string& key) const {
  const std::string* value = find<std::string>(key);
  return value == nullptr ? std::string() : *value;
}

std::vector<std::string> VolcanoArguments::texts(const std::string& key) const {
  const auto* value = find<std::vector<std::string>>(key);
  return value == nullptr ? std::vector<std::string>() : *value;
}

}  // namespace npushare::config
