#include "scheduler/dra/selector_syntax.hpp"

#include <array>
#include <optional>
#include <utility>

#include "scheduler/dra/selector_words.hpp"

namespace npushare::dra {
namespace {

constexpr std::size_t kLongest = 10 * 1024;
constexpr int kDeepest = 64;
constexpr int kMostParts = 1024;

struct Relation {
  std::string_view sign;
  SelectorPart part;
};
constexpr std::array<Relation, 6> kRelations{{{"==", SelectorPart::kEqual},
                                              {"!=", SelectorPart::kUnequal},
                                              {"<", SelectorPart::kLess},
                                              {"<=", SelectorPart::kLessOrEqual},
                                              {">", SelectorPart::kMore},
                                              {">=", SelectorPart::kMoreOrEqual}}};

/// One function a level of CEL's grammar. After the first complaint nothing is read any more.
class Parser {
 public:
  explicit Parser(std::string_view text) : words_(text) { take(); }

  Result<SelectorNode> all() {
    SelectorNode node = either();
    if (word_.kind != WordKind::kEnd) complain("an end");
    if (complaint_) return *std::move(complaint_);
    return node;
  }

 private:
  void take() { word_ = words_.next(); }
  bool is_sign(std::string_view sign) const {
    return word_.kind == WordKind::kSign && word_.text == sign;
  }
  bool take_if(std::string_view sign) {
    if (complaint_ || !is_sign(sign)) return false;
    take();
    return true;
  }
  void expect(std::string_view sign) {
    if (!take_if(sign)) complain("\"" + std::string(sign) + "\"");
  }
  void complain(const std::string& wanted) {
    if (complaint_) return;
    const std::string found = word_.kind == WordKind::kWrong || word_.kind == WordKind::kEnd
                                  ? word_.text
                                  : "\"" + word_.text + "\"";
    complaint_ = Error{ErrorCode::kInvalid, "offset " + std::to_string(word_.offset) + ": " +
                                                wanted + " is expected, not " + found};
  }

  SelectorNode made(SelectorNode node) {
    if (++parts_ > kMostParts) complain("an expression of fewer parts");
    return node;
  }
  SelectorNode joined(SelectorPart part, SelectorNode left, SelectorNode right) {
    SelectorNode node{.part = part};
    node.parts.push_back(std::move(left));
    node.parts.push_back(std::move(right));
    return made(std::move(node));
  }
  SelectorNode around(SelectorPart part, SelectorNode inner) {
    SelectorNode node{.part = part};
    node.parts.push_back(std::move(inner));
    return made(std::move(node));
  }

  SelectorNode either() {
    if (++depth_ > kDeepest) complain("an expression of fewer levels");
    SelectorNode node = complaint_ ? SelectorNode{} : both();
    while (take_if("||")) node = joined(SelectorPart::kOr, std::move(node), both());
    --depth_;
    return node;
  }
  SelectorNode both() {
    SelectorNode node = relation();
    while (take_if("&&")) node = joined(SelectorPart::kAnd, std::move(node), relation());
    return node;
  }
  SelectorNode relation() {
    SelectorNode left = negation();
    if (complaint_) return left;
    if (word_.kind == WordKind::kName && word_.text == "in") {
      take();
      return joined(SelectorPart::kIn, std::move(left), container());
    }
    for (const auto& [sign, part] : kRelations)
      if (take_if(sign)) return joined(part, std::move(left), negation());
    return left;
  }
  SelectorNode negation() {
    int count = 0;
    while (take_if("!")) ++count;
    SelectorNode node = primary();
    for (int at = 0; at < (count == 0 ? 0 : 2 - count % 2); ++at)
      node = around(SelectorPart::kNot, std::move(node));
    return node;
  }

  SelectorNode primary() {
    if (complaint_) return {};
    if (take_if("(")) {
      SelectorNode node = either();
      expect(")");
      return node;
    }
    if (word_.kind == WordKind::kName) return named();
    return literal();
  }

  SelectorNode literal() {
    const bool is_negative = take_if("-");
    SelectorNode node;
    if (word_.kind == WordKind::kText && !is_negative) {
      node = {.part = SelectorPart::kText, .text = word_.text};
    } else if (word_.kind == WordKind::kNumber) {
      node = {.part = SelectorPart::kNumber, .number = is_negative ? -word_.number : word_.number};
    } else {
      complain("a text, a whole number, an attribute of the device or a bracket");
      return node;
    }
    take();
    return made(std::move(node));
  }

  SelectorNode named() {
    const std::string name = word_.text;
    if (name == "true" || name == "false") {
      take();
      return made({.part = SelectorPart::kFlag, .number = name == "true" ? 1 : 0});
    }
    if (name == "device") return device();
    if (name == "has") {
      take();
      expect("(");
      SelectorNode inner = device();
      if (inner.part != SelectorPart::kAttribute) complain("an attribute of the device");
      expect(")");
      return around(SelectorPart::kHas, std::move(inner));
    }
    complain("a word that is known here");
    return {};
  }

  std::string name() {
    std::string text = word_.text;
    if (complaint_ || word_.kind != WordKind::kName) {
      complain("a name");
      return {};
    }
    take();
    return text;
  }
  std::string key() {
    expect("[");
    std::string text = word_.text;
    if (word_.kind != WordKind::kText) complain("a text");
    if (!complaint_) take();
    expect("]");
    return text;
  }

  SelectorNode device() {
    if (name() != "device") complain("device");
    expect(".");
    const std::string field = name();
    if (field == "driver") return made({.part = SelectorPart::kDriver});
    if (field == "allowMultipleAllocations") return made({.part = SelectorPart::kShareable});
    if (field != "attributes") {
      complain("driver, attributes or allowMultipleAllocations after \"device.\"");
      return {};
    }
    SelectorNode node{.part = SelectorPart::kAttribute, .domain = key()};
    node.text = take_if(".") ? name() : key();
    return made(std::move(node));
  }

  SelectorNode container() {
    SelectorNode node{.part = SelectorPart::kList};
    if (take_if("[")) {
      if (take_if("]")) return made(std::move(node));
      do node.parts.push_back(literal());
      while (take_if(","));
      expect("]");
      return made(std::move(node));
    }
    const bool is_device = name() == "device";
    expect(".");
    if (!is_device || name() != "attributes") complain("a list, or the attributes of the device");
    return made({.part = SelectorPart::kDomain, .domain = key()});
  }

  SelectorWords words_;
  SelectorWord word_;
  std::optional<Error> complaint_;
  int depth_ = 0;
  int parts_ = 0;
};

}  // namespace

Result<SelectorNode> parse_selector(std::string_view expression) {
  if (expression.size() > kLongest)
    return Error{ErrorCode::kInvalid, "an expression of more than 10 KiB"};
  return Parser(expression).all();
}

}  // namespace npushare::dra
