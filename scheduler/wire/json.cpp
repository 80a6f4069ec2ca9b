#include "scheduler/wire/json.hpp"

#include <algorithm>
#include <charconv>

namespace npushare::wire {
namespace {

/// The wanted alternative, or its zero value.
template <class T, class Variant>
const T& alternative(const Variant& value) {
  static const T kZero{};
  const T* held = std::get_if<T>(&value);
  return held ? *held : kZero;
}

template <class T>
T whole_number(const std::string& text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  return failure == std::errc{} && stop == end ? value : T{};
}

}  // namespace

const std::string& Json::string() const {
  return alternative<std::string>(value_);
}
std::int64_t Json::integer() const {
  return whole_number<std::int64_t>(alternative<Number>(value_).text);
}
double Json::number() const {
  return whole_number<double>(alternative<Number>(value_).text);
}
const std::string& Json::number_text() const {
  return alternative<Number>(value_).text;
}
bool Json::boolean() const {
  return alternative<bool>(value_);
}
const Json::Array& Json::items() const {
  return alternative<Array>(value_);
}
const Json::Object& Json::members() const {
  return alternative<Object>(value_);
}

const Json& Json::operator[](std::string_view key) const {
  static const Json kNull;
  const Object& all = members();
  const auto found = std::ranges::find(all, key, &Member::first);
  return found == all.end() ? kNull : found->second;
}

Json* Json::find(std::string_view key) {
  if (!is_object()) return nullptr;
  Object& all = std::get<Object>(value_);
  const auto found = std::ranges::find(all, key, &Member::first);
  return found == all.end() ? nullptr : &found->second;
}

Json& Json::member(std::string_view key) {
  if (Json* known = find(key)) return *known;
  if (!is_object()) value_ = Object{};
  return std::get<Object>(value_).emplace_back(std::string(key), Json{}).second;
}

bool Json::erase(std::string_view key) {
  if (!is_object()) return false;
  return std::erase_if(std::get<Object>(value_),
                       [&](const Member& member) { return member.first == key; }) > 0;
}

Json::Array& Json::edit_items() {
  if (!is_array()) value_ = Array{};
  return std::get<Array>(value_);
}

}  // namespace npushare::wire
