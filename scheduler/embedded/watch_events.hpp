/// Changes of one kind as the lines of a watch.
///
/// Shape:  one JSON object and a newline each. An object that stops matching is DELETED with its
/// last
///         matching state, one that begins to match is ADDED.
/// Source: spec/kube-scheduler-extender.md 4.1.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scheduler/embedded/selectors.hpp"
#include "scheduler/embedded/versioned_map.hpp"

namespace npushare::embedded {

struct WatchScope {
  const Kind* kind = nullptr;
  std::string space;  // empty: all namespaces
  Selector selector;

  bool covers(const wire::Json& object) const;
};

std::string event_line(std::string_view type, const wire::Json& object);

/// Nothing when the change is outside the scope.
std::optional<std::string> change_line(const WatchScope& scope, const Change& change);

enum class BookmarkType { kPosition, kInitialEnd };
std::string bookmark_line(const Kind& kind, Version version, BookmarkType type);

}  // namespace npushare::embedded
