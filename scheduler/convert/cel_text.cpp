#include "scheduler/convert/cel_text.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "scheduler/backends/keys.hpp"
#include "scheduler/convert/runes.hpp"

namespace npushare::convert {
namespace {

using wire::Json;

constexpr std::string_view kUseType = "hami.io/use-nputype";
constexpr std::string_view kNoUseType = "hami.io/no-use-nputype";

std::string attributes(const std::string& driver) {
  return "device.attributes[" + go_quoted(driver) + "]";
}

struct Question {
  std::string key;        // of the annotation
  const char* attribute;  // uuid, productName
  bool is_denial;
};

std::vector<Question> questions_about(const ChipModel& model) {
  return {{backends::use_uuid_key(model.name), "uuid", false},
          {backends::no_use_uuid_key(model.name), "uuid", true},
          {std::string(kUseType), "productName", false},
          {std::string(kNoUseType), "productName", true}};
}

bool asks_for_uuids(const Question& question) {
  return std::string_view(question.attribute) == "uuid";
}

Error refused(const Question& question, const std::string& why) {
  return {ErrorCode::kInvalid, "annotation " + question.key + " " + why};
}

Result<std::vector<std::string>> values_of(const Question& question, const Json& value,
                                           UuidCase uuid_case) {
  std::vector<std::string> pieces = pieces_of(value.string());
  if (pieces.empty()) return refused(question, "has no usable value: " + go_quoted(value.string()));
  if (!asks_for_uuids(question)) return pieces;
  for (std::string& piece : pieces) {
    if (!is_chip_uuid(piece))
      return refused(question, "names " + go_quoted(piece) +
                                   ", which is no chip's uuid; `npushare top` shows them");
    if (uuid_case == UuidCase::kUpper)
      std::ranges::transform(piece, piece.begin(),
                             [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  }
  return pieces;
}

}  // namespace

std::string go_quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const Rune rune = first_rune(text);
    append_escaped(out, rune, text.substr(0, rune.size));
    text.remove_prefix(rune.size);
  }
  return out + '"';
}

std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> pieces;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view piece = trimmed(text.substr(0, comma));
    if (!piece.empty()) pieces.emplace_back(piece);
    if (comma == std::string_view::npos) return pieces;
    text.remove_prefix(comma + 1);
  }
}

std::string cel_list(const std::vector<std::string>& pieces) {
  std::string list;
  for (const std::string& piece : pieces) list += (list.empty() ? "" : ",") + go_quoted(piece);
  return list;
}

bool is_chip_uuid(std::string_view text) {
  constexpr std::size_t kGroup = 9;  // eight digits and what joins them to the next
  constexpr std::size_t kLength = 5 * kGroup - 1;
  if (text.size() != kLength) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_joint = at % kGroup == kGroup - 1;
    const bool is_digit = std::isxdigit(static_cast<unsigned char>(text[at])) != 0;
    if (is_joint ? text[at] != '-' : !is_digit) return false;
  }
  return true;
}

Result<std::vector<std::string>> selectors_of(const Json& pod, const ChipModel& model,
                                              const SelectorRules& rules) {
  const std::string device = attributes(rules.driver);
  std::vector<std::string> selectors = {"device.driver == " + go_quoted(rules.driver) + " && " +
                                        device + ".type == \"HAMivNPUCore\""};
  const auto in = [&device](const char* attribute, const std::vector<std::string>& values) {
    return device + "." + attribute + " in [" + cel_list(values) + "]";
  };
  if (rules.names_model) selectors.push_back(in("productName", {model.chip_name}));
  const Json& annotations = pod.at("metadata", "annotations");
  for (const Question& question : questions_about(model)) {
    const Json& value = annotations[question.key];
    if (value.is_null()) continue;
    const Result<std::vector<std::string>> values = values_of(question, value, rules.uuid_case);
    if (!values) return values.error();
    const std::string listed = in(question.attribute, *values);
    selectors.push_back(question.is_denial ? "!(" + listed + ")" : listed);
  }
  return selectors;
}

}  // namespace npushare::convert
