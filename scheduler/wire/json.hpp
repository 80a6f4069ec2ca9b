/// A JSON value of our own, for what has no fixed shape: the embedded API server's objects and the
/// answers that the command line prints.
///
/// Shape:   object members in order of first insertion; numbers keep their text, unrounded.
/// Errors:  parse() -> kInvalid with the offset; json_patch() -> kInvalid or, for a failed test,
///          kConflict, and then nothing has changed.
/// Threads: a plain value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::wire {

class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;
  struct Number {
    std::string text;
    friend bool operator==(const Number&, const Number&) = default;
  };

  // Plain values turn into Json where one is expected, so that a tree reads like one.
  // NOLINTBEGIN(google-explicit-constructor)
  Json() = default;  // null
  Json(bool value) : value_(value) {}
  Json(std::int64_t value) : value_(Number{std::to_string(value)}) {}
  Json(int value) : Json(static_cast<std::int64_t>(value)) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(Number number) : value_(std::move(number)) {}
  Json(Array items) : value_(std::move(items)) {}
  Json(Object members) : value_(std::move(members)) {}
  // NOLINTEND(google-explicit-constructor)
  static Json object() { return Json(Object{}); }
  static Json array() { return Json(Array{}); }

  /// One value and nothing behind it: UTF-8, at most 128 containers deep, numbers that fit a
  /// double.
  static Result<Json> parse(std::string_view text);

  std::string text() const;    // compact
  std::string pretty() const;  // two spaces, a newline at the end

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }
  bool is_array() const { return std::holds_alternative<Array>(value_); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_number() const { return std::holds_alternative<Number>(value_); }
  bool is_boolean() const { return std::holds_alternative<bool>(value_); }

  /// Zero values for another type, as Go's decoder would leave them.
  const std::string& string() const;
  std::int64_t integer() const;
  double number() const;
  const std::string& number_text() const;  // as written
  bool boolean() const;
  const Array& items() const;
  const Object& members() const;

  /// The member, or null when this is no object or has none of that name.
  const Json& operator[](std::string_view key) const;
  /// Follows the keys: at("metadata", "name").
  template <class... Keys>
  const Json& at(Keys... keys) const {
    const Json* here = this;
    ((here = &(*here)[keys]), ...);
    return *here;
  }

  /// Makes this an object if it is none, and the member if it is missing.
  Json& member(std::string_view key);
  void set(std::string_view key, Json value) { member(key) = std::move(value); }
  /// False when there was none.
  bool erase(std::string_view key);
  void push_back(Json item) { edit_items().push_back(std::move(item)); }
  /// Makes this an array if it is none.
  Array& edit_items();
  /// The member to change; no pointer when this is no object or has none of that name.
  Json* find(std::string_view key);

  /// Objects compare without regard to order, numbers by value: 1, 1.0 and 10e-1 are equal.
  friend bool operator==(const Json&, const Json&);

 private:
  std::variant<std::monostate, bool, Number, std::string, Array, Object> value_;
};

/// RFC 7386.
void merge_patch(Json& target, const Json& patch);

/// RFC 6902: add, remove, replace, test, copy, move. At most 10,000 operations that copy at most
/// 3 MiB and put nothing deeper than 128 levels.
Result<> json_patch(Json& target, const Json& operations);

}  // namespace npushare::wire
