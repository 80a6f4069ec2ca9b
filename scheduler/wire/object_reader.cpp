#include "scheduler/wire/object_reader.hpp"

#include <optional>

#include "scheduler/wire/json.hpp"
#include "scheduler/wire/sax.hpp"
#include "scheduler/wire/scan.hpp"
#include "scheduler/wire/small_object.hpp"

namespace npushare::wire {
namespace {

/// An event whose object is not read yet.
struct RawEvent {
  std::string type;
  std::string_view object;
};

Result<RawEvent> read_event(std::string_view line) {
  RawEvent event;
  Scanner scan(line);
  const Result<> done = scan.members([&](std::string_view key) -> Result<> {
    const std::optional<std::string_view> value = scan.skip_value(1);
    if (!value) return scan.error();
    if (key == "object") event.object = *value;
    if (key != "type") return {};
    const Result<Json> type = Json::parse(*value);
    if (!type || !type->is_string())
      return Error{ErrorCode::kInvalid, "type: a string is expected"};
    event.type = type->string();
    return {};
  });
  if (!done) return done.error();
  const Result<> alone = expect_end(line, scan.offset());
  if (!alone) return alone.error();
  if (event.object.empty()) return Error{ErrorCode::kInvalid, "object: missing"};
  return event;
}

bool is_initial_end(std::string_view object) {
  const Result<Json> bookmark = Json::parse(object);
  return bookmark && ends_initial_events(*bookmark);
}

bool has_name(const Pod& pod) {
  return !pod.key.name.empty();
}
bool has_name(const Node& node) {
  return !node.name.empty();
}

template <class Object, class Read>
Result<WatchEvent<Object>> read_event_of(std::string_view line, Read read) {
  const Result<RawEvent> raw = read_event(line);
  if (!raw) return raw.error();
  const Result<EventType> type = event_type_of(raw->type);
  if (!type) return type.error();
  WatchEvent<Object> event;
  event.type = *type;
  if (event.type == EventType::kError) {
    event.status = read_status(raw->object);
    return event;
  }
  Result<Object> object = read(raw->object);
  if (!object) return Error{object.error().code, "object: " + object.error().message};
  event.object = *std::move(object);
  event.initial_end = event.type == EventType::kBookmark && is_initial_end(raw->object);
  if (event.type != EventType::kBookmark && !has_name(event.object))
    return Error{ErrorCode::kInvalid, "object: metadata.name is missing"};
  return event;
}

}  // namespace

Result<WatchEvent<Pod>> read_pod_event(std::string_view line) {
  return read_event_of<Pod>(line, [](std::string_view object) { return read_pod(object); });
}

Result<WatchEvent<Node>> read_node_event(std::string_view line) {
  return read_event_of<Node>(line, read_node);
}

Status read_status(std::string_view body) {
  const Result<Json> json = Json::parse(body);
  if (!json || (*json)["kind"].string() != "Status") {
    const std::size_t last = body.find_last_not_of(" \t\r\n");
    return {.code = 0,
            .reason = {},
            .message = std::string(body.substr(0, last == std::string_view::npos ? 0 : last + 1)),
            .continue_token = {}};
  }
  return {.code = static_cast<int>((*json)["code"].integer()),
          .reason = (*json)["reason"].string(),
          .message = (*json)["message"].string(),
          .continue_token = json->at("metadata", "continue").string()};
}

}  // namespace npushare::wire
