#include "scheduler/cli/yaml_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace npushare::cli {
namespace {

using wire::Json;

/// Plain in every version of YAML: a letter or a slash first, nothing that ends or begins a token.
bool is_plain(const std::string& text) {
  static constexpr std::array kWords{"null", "true", "false", "yes", "no", "on", "off", "y", "n"};
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front())) == 0) return false;
  const auto is_harmless = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '/';
  };
  if (!std::ranges::all_of(text, is_harmless)) return false;
  std::string lower = text;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::ranges::find(kWords, lower) == kWords.end();
}

std::string scalar_of(const Json& value) {
  if (value.is_array()) return "[]";
  if (value.is_object()) return "{}";
  if (value.is_string() && is_plain(value.string())) return value.string();
  return value.text();
}

bool is_block(const Json& value) {
  return (value.is_array() && !value.items().empty()) ||
         (value.is_object() && !value.members().empty());
}

void write(std::string& out, const Json& value, std::size_t indent);

void write_members(std::string& out, const Json& object, std::size_t indent) {
  for (const auto& [key, value] : object.members()) {
    // The first member of a list's item stands behind its dash.
    if (out.empty() || out.back() == '\n') out.append(indent, ' ');
    out += scalar_of(key) + ":";
    if (!is_block(value)) {
      out += " " + scalar_of(value) + "\n";
      continue;
    }
    out += "\n";
    write(out, value, value.is_array() ? indent : indent + 2);
  }
}

void write(std::string& out, const Json& value, std::size_t indent) {
  if (value.is_object()) return write_members(out, value, indent);
  for (const Json& item : value.items()) {
    const bool is_list = is_block(item) && item.is_array();
    out.append(indent, ' ').append(is_list ? "-\n" : "- ");
    if (is_block(item)) {
      write(out, item, indent + 2);
    } else {
      out += scalar_of(item) + "\n";
    }
  }
}

}  // namespace

std::string yaml_of(const Json& value) {
  if (!is_block(value)) return scalar_of(value) + "\n";
  std::string out;
  write(out, value, 0);
  return out;
}

}  // namespace npushare::cli
