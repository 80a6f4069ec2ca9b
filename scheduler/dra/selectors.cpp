#include "scheduler/dra/selectors.hpp"

#include <algorithm>
#include <compare>
#include <optional>
#include <utility>
#include <variant>

#include "scheduler/dra/selector_syntax.hpp"

namespace npushare::dra {
namespace {

/// CEL cannot say: the reason.
struct Failure {
  std::string why;
};

using Value = std::variant<std::string, std::int64_t, bool, wire::AttributeVersion, Failure>;

class Evaluation {
 public:
  Evaluation(std::string_view driver, const wire::SliceDevice& device)
      : driver_(driver), device_(device) {}

  Value of(const SelectorNode& node) const {
    switch (node.part) {
      case SelectorPart::kText: return node.text;
      case SelectorPart::kNumber: return node.number;
      case SelectorPart::kFlag: return node.number != 0;
      case SelectorPart::kDriver: return std::string(driver_);
      case SelectorPart::kShareable: return device_.is_shareable;
      case SelectorPart::kAttribute: return attribute(node);
      case SelectorPart::kHas: return find(node.parts[0].domain, node.parts[0].text) != nullptr;
      case SelectorPart::kNot: return inverse(of(node.parts[0]));
      case SelectorPart::kAnd: return joined(node, false);
      case SelectorPart::kOr: return joined(node, true);
      case SelectorPart::kEqual: return equal(of(node.parts[0]), of(node.parts[1]));
      case SelectorPart::kUnequal: return inverse(equal(of(node.parts[0]), of(node.parts[1])));
      case SelectorPart::kLess:
      case SelectorPart::kLessOrEqual:
      case SelectorPart::kMore:
      case SelectorPart::kMoreOrEqual: return ordered(node);
      case SelectorPart::kIn: return contained(node);
      case SelectorPart::kList:
      case SelectorPart::kDomain: break;  // never outside kIn
    }
    return Failure{"a list is no answer"};
  }

 private:
  const wire::DeviceAttribute* find(const std::string& domain, const std::string& name) const {
    const auto qualified = device_.attributes.find(domain + "/" + name);
    if (qualified != device_.attributes.end()) return &qualified->second;
    if (domain != driver_ || name.find('/') != std::string::npos) return nullptr;
    const auto own = device_.attributes.find(name);
    return own == device_.attributes.end() ? nullptr : &own->second;
  }

  Value attribute(const SelectorNode& node) const {
    const wire::DeviceAttribute* found = find(node.domain, node.text);
    if (found == nullptr)
      return Failure{"the device has no attribute " + node.domain + "/" + node.text};
    return std::visit([](const auto& value) -> Value { return value; }, *found);
  }

  static Value inverse(const Value& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return !*flag;
    return failure_of(value, "only true and false can be inverted");
  }

  static Value failure_of(const Value& value, const char* otherwise) {
    if (const Failure* failure = std::get_if<Failure>(&value)) return *failure;
    return Failure{otherwise};
  }

  /// One side that decides is enough, whatever the other is.
  Value joined(const SelectorNode& node, bool decides) const {
    const Value left = of(node.parts[0]);
    const Value right = of(node.parts[1]);
    const bool* first = std::get_if<bool>(&left);
    const bool* second = std::get_if<bool>(&right);
    if ((first != nullptr && *first == decides) || (second != nullptr && *second == decides))
      return decides;
    if (first == nullptr) return failure_of(left, "only true and false can be joined");
    if (second == nullptr) return failure_of(right, "only true and false can be joined");
    return !decides;
  }

  /// Values of two kinds are different, which is no failure.
  static Value equal(const Value& left, const Value& right) {
    if (std::holds_alternative<Failure>(left)) return left;
    if (std::holds_alternative<Failure>(right)) return right;
    if (left.index() != right.index()) return false;
    if (const std::string* text = std::get_if<std::string>(&left))
      return *text == std::get<std::string>(right);
    if (const std::int64_t* number = std::get_if<std::int64_t>(&left))
      return *number == std::get<std::int64_t>(right);
    if (const bool* flag = std::get_if<bool>(&left)) return *flag == std::get<bool>(right);
    return std::get<wire::AttributeVersion>(left) == std::get<wire::AttributeVersion>(right);
  }

  Value ordered(const SelectorNode& node) const {
    const Value left = of(node.parts[0]);
    const Value right = of(node.parts[1]);
    if (std::holds_alternative<Failure>(left)) return left;
    if (std::holds_alternative<Failure>(right)) return right;
    std::optional<std::strong_ordering> order;
    const std::string* text = std::get_if<std::string>(&left);
    const std::string* other_text = std::get_if<std::string>(&right);
    const std::int64_t* number = std::get_if<std::int64_t>(&left);
    const std::int64_t* other_number = std::get_if<std::int64_t>(&right);
    if (text != nullptr && other_text != nullptr) order = *text <=> *other_text;
    if (number != nullptr && other_number != nullptr) order = *number <=> *other_number;
    if (!order) return Failure{"two kinds of value cannot be put in order"};
    switch (node.part) {
      case SelectorPart::kLess: return *order < 0;
      case SelectorPart::kLessOrEqual: return *order <= 0;
      case SelectorPart::kMore: return *order > 0;
      default: return *order >= 0;
    }
  }

  Value contained(const SelectorNode& node) const {
    const Value what = of(node.parts[0]);
    if (std::holds_alternative<Failure>(what)) return what;
    const SelectorNode& where = node.parts[1];
    if (where.part == SelectorPart::kDomain) {
      const std::string* name = std::get_if<std::string>(&what);
      if (name == nullptr) return Failure{"attributes are found by name"};
      return find(where.domain, *name) != nullptr;
    }
    return std::ranges::any_of(where.parts, [&](const SelectorNode& item) {
      return std::get<bool>(equal(what, of(item)));
    });
  }

  std::string_view driver_;
  const wire::SliceDevice& device_;
};

}  // namespace

Selection select(std::string_view expression, std::string_view driver,
                 const wire::SliceDevice& device) {
  const Result<SelectorNode> tree = parse_selector(expression);
  if (!tree) return {.answer = Selects::kNotUnderstood, .why = tree.error().message};
  const Value value = Evaluation(driver, device).of(*tree);
  if (const bool* flag = std::get_if<bool>(&value))
    return {.answer = *flag ? Selects::kYes : Selects::kNo};
  const Failure* failure = std::get_if<Failure>(&value);
  return {.answer = Selects::kFails,
          .why = failure != nullptr ? failure->why : "the answer is neither true nor false"};
}

std::string complaint_about_selector(std::string_view expression) {
  const Result<SelectorNode> tree = parse_selector(expression);
  return tree ? std::string() : tree.error().message;
}

}  // namespace npushare::dra
