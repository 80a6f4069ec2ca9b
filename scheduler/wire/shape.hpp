/// Which fields of a JSON object are read, and into what: one line a field.
///
/// A field is found by its exact key in a small table; whatever no table names is skipped whole.
/// `Build` is what a pass fills. Hooks are plain functions, so that a table is a constant.
/// Source: field names of k8s.io/api.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace npushare::wire {

enum class FieldKind : std::uint8_t {
  kText,        // a string: set_text
  kInteger,     // a number without fraction or exponent: set_integer
  kBoolean,     // true or false: set_boolean
  kObject,      // an object with fields of its own: inner
  kItems,       // an array of objects: inner
  kTexts,       // a map of strings: keep, put
  kQuantities,  // a map of strings and numbers: keep, put
};

template <class Build>
struct Field {
  std::string_view key;
  FieldKind kind = FieldKind::kText;
  std::span<const Field> inner = {};
  void (*set_text)(Build&, std::string_view) = nullptr;
  void (*set_integer)(Build&, std::int64_t) = nullptr;
  void (*set_boolean)(Build&, bool) = nullptr;
  void (*open)(Build&) = nullptr;  // an object or list begins; a list or map is null
  void (*item)(Build&, std::size_t begin) = nullptr;  // the offset of the item's '{'
  /// The offset of the byte after the item's '}'; what is wrong with it, or an empty text.
  std::string_view (*item_end)(Build&, std::size_t end) = nullptr;
  bool (*keep)(std::string_view key) = nullptr;  // whether a map's entry is read
  void (*put)(Build&, std::string_view key, std::string_view value) = nullptr;
};

template <class Build>
using Fields = std::span<const Field<Build>>;

}  // namespace npushare::wire
