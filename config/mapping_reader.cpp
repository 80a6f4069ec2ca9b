#include "config/mapping_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "config/suggestion.hpp"
#include "config/yaml_scalar.hpp"

namespace npushare::config {
namespace {

std::string quoted(std::string_view word) {
  return "\"" + std::string(word) + "\"";
}

const char* kind_text(const YamlNode& node) {
  switch (node.kind) {
    case YamlKind::kNull: return "nothing";
    case YamlKind::kScalar: return "a single value";
    case YamlKind::kSequence: return "a list";
    case YamlKind::kMapping: return "a mapping";
  }
  return "";
}

/// How a scalar is shown in a message: long ones are cut.
std::string shown(const YamlNode& node) {
  constexpr std::size_t kMost = 40;
  if (node.kind != YamlKind::kScalar) return kind_text(node);
  if (node.text.size() <= kMost) return quoted(node.text);
  std::size_t cut = kMost;
  while (cut > 0 && (static_cast<unsigned char>(node.text[cut]) & 0xC0U) == 0x80U) --cut;
  return quoted(node.text.substr(0, cut) + "...");
}

bool is_quoted(const YamlNode& node) {
  return node.kind == YamlKind::kScalar && node.tag == "!";
}

}  // namespace

MappingReader::MappingReader(const YamlNode* node, std::string path, Report& report)
    : node_(node), line_(node ? node->line : 1), path_(std::move(path)), report_(report) {
  if (!node_ || node_->kind == YamlKind::kMapping || node_->kind == YamlKind::kNull) return;
  report_.error(line_, path_, std::string("must be a mapping, not ") + kind_text(*node_),
                "write `key: value` lines");
  node_ = nullptr;
  is_broken_ = true;
}

std::string MappingReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

const YamlNode* MappingReader::find(std::string_view key, Presence presence) {
  if (!is_known(key)) known_.emplace_back(key);
  const YamlNode* value = node_ ? node_->find(key) : nullptr;
  if (value && value->kind != YamlKind::kNull) return value;
  if (presence == Presence::kRequired && !is_broken_) refuse_missing(key);
  return nullptr;
}

std::optional<std::string> MappingReader::text(std::string_view key, Presence presence) {
  const YamlNode* value = find(key, presence);
  if (!value) return std::nullopt;
  if (value->kind == YamlKind::kScalar && !value->text.empty()) return value->text;
  refuse(key, value->kind == YamlKind::kScalar ? "is empty" : "must be a single value",
         "write a word");
  return std::nullopt;
}

std::optional<std::int64_t> MappingReader::integer(std::string_view key, Range range,
                                                   Presence presence) {
  const YamlNode* value = find(key, presence);
  if (!value) return std::nullopt;
  const std::optional<std::int64_t> number = whole_number(*value);
  if (number && *number >= range.least && *number <= range.most) return number;
  const std::string bounds = "write a whole number from " + std::to_string(range.least) + " to " +
                             std::to_string(range.most);
  refuse(key, shown(*value) + (number ? " is out of range" : " is not a whole number"),
         is_quoted(*value) ? bounds + ", without quotes" : bounds);
  return std::nullopt;
}

std::optional<bool> MappingReader::boolean(std::string_view key) {
  const YamlNode* value = find(key);
  if (!value) return std::nullopt;
  const std::optional<bool> truth = truth_of(*value);
  if (truth) return truth;
  refuse(key, shown(*value) + " is neither true nor false",
         is_quoted(*value) ? "write true or false, without quotes" : "write true or false");
  return std::nullopt;
}

std::vector<YamlPtr> MappingReader::list(std::string_view key, Presence presence) {
  const YamlNode* value = find(key, presence);
  if (!value) return {};
  if (value->kind == YamlKind::kSequence) return value->items;
  refuse(key, std::string("must be a list, not ") + kind_text(*value), "write `- item` lines");
  return {};
}

MappingReader MappingReader::section(std::string_view key) {
  return {find(key), path_of(key), report_};
}

void MappingReader::refuse(std::string_view key, std::string message, std::string remedy) {
  report_.error(line_of(key), path_of(key), std::move(message), std::move(remedy));
}

void MappingReader::warn(std::string_view key, std::string message, std::string remedy) {
  report_.warn(line_of(key), path_of(key), std::move(message), std::move(remedy));
}

void MappingReader::refuse_unknown() const {
  if (!node_) return;
  for (const YamlMember& member : node_->members) {
    if (is_known(member.key) || refuse_if_misspelt(member)) continue;
    report_.error(member.line, path_, "unknown key " + quoted(member.key), "remove it");
  }
}

void MappingReader::judge_unknown(const std::vector<std::string>& historic) const {
  if (!node_) return;
  for (const YamlMember& member : node_->members) {
    const bool is_historic = std::ranges::find(historic, member.key) != historic.end();
    if (is_known(member.key) || is_historic || refuse_if_misspelt(member)) continue;
    report_.warn(member.line, path_, "unknown key " + quoted(member.key) + " is ignored");
  }
}

void MappingReader::refuse_misspelt() const {
  if (!node_) return;
  for (const YamlMember& member : node_->members) {
    if (!is_known(member.key)) refuse_if_misspelt(member);
  }
}

void MappingReader::refuse_missing(std::string_view key) {
  const std::array<std::string, 1> wanted = {std::string(key)};
  for (const YamlMember& member : node_ ? node_->members : std::vector<YamlMember>{}) {
    if (is_known(member.key) || !nearest(member.key, wanted)) continue;
    return refuse(key, "is missing",
                  "is it " + quoted(member.key) + " on line " + std::to_string(member.line) + "?");
  }
  refuse(key, "is missing", "add it");
}

bool MappingReader::refuse_if_misspelt(const YamlMember& member) const {
  const std::optional<std::string> meant = nearest(member.key, known_);
  if (!meant) return false;
  report_.error(member.line, path_, "unknown key " + quoted(member.key),
                "did you mean " + quoted(*meant) + "?");
  return true;
}

bool MappingReader::is_known(std::string_view key) const {
  return std::ranges::find(known_, key) != known_.end();
}

std::size_t MappingReader::line_of(std::string_view key) const {
  if (!node_) return line_;
  const auto member = std::ranges::find(node_->members, key, &YamlMember::key);
  return member == node_->members.end() ? line_ : member->line;
}

}  // namespace npushare::config
