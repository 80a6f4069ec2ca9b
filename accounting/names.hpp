/// Names of things as distinct types, so that a pod's UID is never passed for a node's name.
#pragma once

#include <compare>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace npushare {

template <class Thing>
class Name {
 public:
  Name() = default;
  explicit Name(std::string text) : text_(std::move(text)) {}
  explicit Name(std::string_view text) : text_(text) {}
  explicit Name(const char* text) : text_(text) {}

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

  friend auto operator<=>(const Name&, const Name&) = default;
  friend bool operator==(const Name&, const Name&) = default;

 private:
  std::string text_;
};

using NodeName = Name<struct NodeTag>;
using PodUid = Name<struct PodUidTag>;
using ChipUuid = Name<struct ChipTag>;
using ModelName = Name<struct ModelTag>;  // the catalogue's commonWord, e.g. Ascend310P

/// A pod's name inside its namespace.
struct PodKey {
  std::string space;
  std::string name;

  std::string text() const { return space + "/" + name; }
  friend auto operator<=>(const PodKey&, const PodKey&) = default;
  friend bool operator==(const PodKey&, const PodKey&) = default;
};

}  // namespace npushare

template <class Thing>
struct std::hash<npushare::Name<Thing>> {
  std::size_t operator()(const npushare::Name<Thing>& name) const noexcept {
    return std::hash<std::string>{}(name.text());
  }
};

template <>
struct std::hash<npushare::PodKey> {
  std::size_t operator()(const npushare::PodKey& key) const noexcept {
    return std::hash<std::string>{}(key.space) * 31 + std::hash<std::string>{}(key.name);
  }
};
