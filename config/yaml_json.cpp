#include "config/yaml_json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "config/finding.hpp"
#include "config/yaml_parse.hpp"
#include "config/yaml_scalar.hpp"

namespace npushare::config {
namespace {

void write_escape(unsigned char c, std::string& out) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u00";
  out += kHex[c >> 4U];
  out += kHex[c & 0xFU];
}

void write_text(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      write_escape(byte, out);
    } else {
      out += c;
    }
  }
  out += '"';
}

/// A decimal integer as JSON spells it: what exceeds 64 bits keeps its digits.
bool is_json_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos &&
         (text.size() == 1 || text[0] != '0');
}

/// Shortest digits that read back the same; an exponent only where others write one too.
void write_number(double value, std::string& out) {
  const double size = std::fabs(value);
  const bool is_plain = size == 0 || (size >= 1e-6 && size < 1e21);
  std::array<char, 64> digits{};
  const auto [end, failure] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value,
                    is_plain ? std::chars_format::fixed : std::chars_format::scientific);
  if (failure == std::errc{}) out.append(digits.data(), end);
}

class Writer {
 public:
  explicit Writer(Report& report) : report_(report) {}

  std::string write(const YamlNode& node) {
    std::string out;
    write_value(node, out);
    return out;
  }

 private:
  // Depth and expanded size are bounded by YamlTree.
  void write_value(const YamlNode& node, std::string& out) {
    switch (node.kind) {
      case YamlKind::kNull: out += "null"; return;
      case YamlKind::kScalar: return write_scalar(node, out);
      case YamlKind::kSequence: return write_items(node, out);
      case YamlKind::kMapping: return write_members(node, out);
    }
  }

  void write_items(const YamlNode& node, std::string& out) {
    const char* separator = "";
    out += '[';
    for (const YamlPtr& item : node.items) {
      out += std::exchange(separator, ",");
      write_value(*item, out);
    }
    out += ']';
  }

  void write_members(const YamlNode& node, std::string& out) {
    const char* separator = "";
    out += '{';
    for (const YamlMember& member : node.members) {
      out += std::exchange(separator, ",");
      write_text(member.key, out);
      out += ':';
      write_value(*member.value, out);
    }
    out += '}';
  }

  void write_scalar(const YamlNode& node, std::string& out) {
    const Scalar value = scalar_of(node);
    switch (value.kind) {
      case ScalarKind::kNull: out += "null"; return;
      case ScalarKind::kBoolean: out += value.truth ? "true" : "false"; return;
      case ScalarKind::kInteger: out += std::to_string(value.integer); return;
      case ScalarKind::kNumber: return write_fraction(node, value.number, out);
      case ScalarKind::kText: return write_text(node.text, out);
      case ScalarKind::kUnknown:
        report_.error(node.line, "", "\"" + node.text + "\" does not fit its tag " + node.tag,
                      "remove the tag");
    }
  }

  void write_fraction(const YamlNode& node, double value, std::string& out) {
    if (is_json_integer(node.text)) {
      out += node.text;
      return;
    }
    if (std::isfinite(value)) return write_number(value, out);
    report_.error(node.line, "", "\"" + node.text + "\" has no form in JSON",
                  "write a number, or quote it to make it text");
  }

  Report& report_;
};

}  // namespace

Result<std::vector<std::string>> yaml_to_json(std::string_view yaml, std::string_view name) {
  Report report;
  Writer writer(report);
  std::vector<std::string> texts;
  for (const YamlPtr& document : parse_yaml(yaml, report)) {
    texts.push_back(writer.write(*document));
  }
  if (std::optional<Error> failure = report.failure(name)) return std::move(*failure);
  return texts;
}

}  // namespace npushare::config
