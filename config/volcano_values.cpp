#include "config/volcano_values.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "config/yaml_scalar.hpp"

namespace npushare::config {
namespace {

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& words, const std::string& text) {
  return std::ranges::find(words, text) != words.end();
}

/// Source: Go's strconv.ParseBool.
std::optional<bool> go_bool_in(const std::string& text) {
  static constexpr std::array<std::string_view, 6> kTrue = {"1", "t", "T", "true", "TRUE", "True"};
  static constexpr std::array<std::string_view, 6> kFalse = {"0",     "f",     "F",
                                                             "false", "FALSE", "False"};
  if (is_among(kTrue, text)) return true;
  if (is_among(kFalse, text)) return false;
  return std::nullopt;
}

}  // namespace

std::optional<bool> volcano_bool(const YamlNode& node) {
  if (node.kind != YamlKind::kScalar) return std::nullopt;
  const Scalar value = scalar_of(node);
  if (value.kind == ScalarKind::kBoolean) return value.truth;
  return value.kind == ScalarKind::kText ? go_bool_in(node.text) : std::nullopt;
}

std::optional<std::int64_t> volcano_integer(const YamlNode& node) {
  if (node.kind != YamlKind::kScalar) return std::nullopt;
  const Scalar value = scalar_of(node);
  if (value.kind != ScalarKind::kInteger) return std::nullopt;
  return value.integer;
}

std::optional<std::string> volcano_text(const YamlNode& node) {
  const bool is_text = node.kind == YamlKind::kScalar && scalar_of(node).kind == ScalarKind::kText;
  if (!is_text) return std::nullopt;
  return node.text;
}

std::optional<bool> volcano_switch(const YamlNode& node) {
  return truth_of(node);
}

std::string written(const YamlNode& node) {
  switch (node.kind) {
    case YamlKind::kNull: return "nothing";
    case YamlKind::kSequence: return "a list";
    case YamlKind::kMapping: return "a mapping";
    case YamlKind::kScalar: break;
  }
  if (node.tag == "?") return node.text.empty() ? "nothing" : node.text;
  return '"' + node.text + "\" in quotes";
}

}  // namespace npushare::config
