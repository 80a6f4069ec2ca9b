/// Maps of quantities, which may each be written as a number or as text.
#pragma once

#include <string>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::wire {

/// As written, but for blanks around a text, which Kubernetes takes off. Null is zero.
inline std::string quantity_text(const Json& quantity) {
  if (quantity.is_null()) return "0";
  if (!quantity.is_string()) return quantity.text();
  const std::string& text = quantity.string();
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

inline StringMap quantities_of(const Json& map) {
  StringMap quantities;
  for (const auto& [key, value] : map.members())
    quantities.insert_or_assign(key, quantity_text(value));
  return quantities;
}

}  // namespace npushare::wire
