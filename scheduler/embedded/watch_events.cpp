#include "scheduler/embedded/watch_events.hpp"

namespace npushare::embedded {

using wire::Json;

bool WatchScope::covers(const Json& object) const {
  if (!space.empty() && object.at("metadata", "namespace").string() != space) return false;
  return selector.matches(object);
}

std::string event_line(std::string_view type, const Json& object) {
  Json event = Json::object();
  event.set("type", type);
  event.set("object", object);
  return event.text() + "\n";
}

std::optional<std::string> change_line(const WatchScope& scope, const Change& change) {
  const bool was = change.before && scope.covers(*change.before);
  const bool is = change.after && scope.covers(*change.after);
  if (is) return event_line(was ? "MODIFIED" : "ADDED", *change.after);
  if (!was) return std::nullopt;
  Json last = *change.before;
  last.member("metadata").set("resourceVersion", std::to_string(change.version));
  return event_line("DELETED", last);
}

std::string bookmark_line(const Kind& kind, Version version, BookmarkType type) {
  Json object = Json::object();
  object.set("kind", kind.name);
  object.set("apiVersion", kind.api_version());
  Json& metadata = object.member("metadata");
  metadata.set("resourceVersion", std::to_string(version));
  if (type == BookmarkType::kInitialEnd)
    metadata.member("annotations").set("k8s.io/initial-events-end", "true");
  return event_line("BOOKMARK", object);
}

}  // namespace npushare::embedded
