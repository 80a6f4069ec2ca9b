#include "scheduler/embedded/device_selector.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr int kDeepest = 64;

Error unusable(const std::string& why) {
  return {ErrorCode::kInvalid, "selector: " + why};
}

/// One expression on one device, read from left to right. A value is a JSON scalar.
class Reader {
 public:
  Reader(std::string_view text, const std::string& driver, const Json& device)
      : rest_(text), driver_(driver), device_(device) {}

  Result<bool> whole() {
    const Result<Json> value = any();
    if (!value) return value.error();
    skip_space();
    if (!rest_.empty()) return unusable("unexpected \"" + std::string(rest_.substr(0, 20)) + "\"");
    if (!value->is_boolean()) return unusable("the result is no bool");
    return value->boolean();
  }

 private:
  void skip_space() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0)
      rest_.remove_prefix(1);
  }
  bool skip(std::string_view token) {
    skip_space();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  /// Joined by `token`; one operand that equals `decides` is the result, whatever the others are.
  Result<Json> joined(std::string_view token, bool decides, Result<Json> (Reader::*next_one)()) {
    Result<Json> first = (this->*next_one)();
    while (syntax_ok_ && skip(token)) {
      Result<Json> next = (this->*next_one)();
      if (first && *first == Json(decides)) continue;
      if ((next && *next == Json(decides)) || first) first = std::move(next);
    }
    return first;
  }
  Result<Json> any() { return joined("||", true, &Reader::all); }
  Result<Json> all() { return joined("&&", false, &Reader::comparison); }

  Result<Json> comparison() {
    Result<Json> left = operand();
    if (!syntax_ok_) return left;
    if (skip("==")) return compared(left, operand(), true);
    if (skip("!=")) return compared(left, operand(), false);
    if (!skip("in")) return left;
    const Result<Json> list = listed();
    if (!list) return list;
    if (!left) return left;
    return Json(std::ranges::find(list->items(), *left) != list->items().end());
  }

  static Result<Json> compared(const Result<Json>& left, const Result<Json>& right, bool wanted) {
    if (!left) return left;
    if (!right) return right;
    return Json((*left == *right) == wanted);
  }

  Result<Json> broken(const std::string& why) {
    syntax_ok_ = false;
    return unusable(why);
  }

  Result<Json> listed() {
    if (!skip("[")) return broken("a list in [] is expected after in");
    Json list = Json::array();
    while (!skip("]")) {
      Result<Json> item = operand();
      if (!item) return item;
      list.push_back(*std::move(item));
      if (!skip(",") && !rest_.starts_with("]")) return broken("a list without its ]");
    }
    return list;
  }

  Result<Json> operand() {
    if (++depth_ > kDeepest) return broken("nested too deeply");
    Result<Json> value = operand_here();
    --depth_;
    return value;
  }

  Result<Json> operand_here() {
    skip_space();
    if (skip("!")) {
      const Result<Json> value = operand();
      if (!value) return value;
      if (!value->is_boolean()) return broken("! of what is no bool");
      return Json(!value->boolean());
    }
    if (skip("(")) {
      Result<Json> value = any();
      if (syntax_ok_ && !skip(")")) return broken("a ( without its )");
      return value;
    }
    if (rest_.starts_with("\"")) return quoted();
    if (skip("true")) return Json(true);
    if (skip("false")) return Json(false);
    if (skip("device.driver")) return Json(driver_);
    if (skip("device.allowMultipleAllocations"))
      return Json(device_["allowMultipleAllocations"].boolean());
    if (skip("device.attributes[")) return attribute();
    return number();
  }

  Result<Json> quoted() {
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    if (end >= rest_.size()) return broken("a text without its closing quote");
    Result<Json> text = Json::parse(rest_.substr(0, end + 1));
    if (!text) return broken("a text that cannot be read");
    rest_.remove_prefix(end + 1);
    return text;
  }

  Result<Json> attribute() {
    skip_space();
    const Result<Json> domain = rest_.starts_with("\"") ? quoted() : broken("no domain in []");
    if (!domain) return domain;
    if (!skip("]") || !skip(".")) return broken("an attribute is attributes[\"DOMAIN\"].NAME");
    std::size_t end = 0;
    while (end < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[end])) != 0 || rest_[end] == '_'))
      ++end;
    const std::string name(rest_.substr(0, end));
    rest_.remove_prefix(end);
    const Json& value = attribute_of(driver_, device_, domain->string() + "/" + name);
    if (value.is_null()) return unusable("no such key: " + name);
    return value;
  }

  Result<Json> number() {
    std::size_t end = rest_.starts_with("-") ? 1 : 0;
    while (end < rest_.size() && std::isdigit(static_cast<unsigned char>(rest_[end])) != 0) ++end;
    Result<Json> value = Json::parse(rest_.substr(0, end));
    if (!value) return broken("unexpected \"" + std::string(rest_.substr(0, 20)) + "\"");
    rest_.remove_prefix(end);
    return value;
  }

  std::string_view rest_;
  const std::string& driver_;
  const Json& device_;
  int depth_ = 0;
  bool syntax_ok_ = true;  // false: nothing behind can be trusted
};

}  // namespace

const Json& attribute_of(const std::string& driver, const Json& device,
                         std::string_view qualified) {
  static const Json kNone;
  const Json& attributes = device["attributes"];
  const Json* found = &attributes[qualified];
  const std::size_t slash = qualified.find('/');
  if (found->is_null() && slash != std::string_view::npos && qualified.substr(0, slash) == driver)
    found = &attributes[qualified.substr(slash + 1)];
  for (const char* type : {"string", "int", "bool", "version"})
    if (!(*found)[type].is_null()) return (*found)[type];
  return kNone;
}

Result<bool> is_selected(std::string_view expression, const std::string& driver,
                         const Json& device) {
  return Reader(expression, driver, device).whole();
}

}  // namespace npushare::embedded
