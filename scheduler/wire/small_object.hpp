/// Objects that come in ones and tens, read through a document tree: no table of fields is worth
/// it.
///
/// Rules:  as in object_reader.hpp: an object that names no kind is taken for what is expected; in
///         lists and events a nameless object is an error.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "accounting/result.hpp"
#include "scheduler/wire/json.hpp"
#include "scheduler/wire/list_reader.hpp"
#include "scheduler/wire/object_reader.hpp"

namespace npushare::wire {

template <class Object>
using FromJson = Result<Object> (*)(const Json&);

/// "ADDED" and its like.
Result<EventType> event_type_of(std::string_view word);
bool ends_initial_events(const Json& bookmark);

template <class Object>
Result<Object> read_small(std::string_view text, std::string_view kind, FromJson<Object> from) {
  const Result<Json> json = Json::parse(text);
  if (!json) return json.error();
  if (!json->is_object()) return Error{ErrorCode::kInvalid, "an object is expected"};
  if (const Result<> right = expect_kind((*json)["kind"].string(), kind); !right)
    return right.error();
  return from(*json);
}

template <class Object>
Result<ListMeta> read_small_list(std::string_view text, std::string_view kind,
                                 FromJson<Object> from, const std::function<void(Object&&)>& each) {
  const Result<Json> json = Json::parse(text);
  if (!json) return json.error();
  if (const Result<> right = expect_kind((*json)["kind"].string(), kind); !right)
    return right.error();
  // A list without objects may be written as null.
  const bool has_items =
      std::ranges::find(json->members(), "items", &Json::Member::first) != json->members().end();
  if (!has_items)
    return Error{ErrorCode::kInvalid, "items: missing, so this is no " + std::string(kind)};
  std::size_t at = 0;
  for (const Json& item : (*json)["items"].items()) {
    const std::string path = "items[" + std::to_string(at++) + "]: ";
    Result<Object> object = from(item);
    if (!object) return Error{object.error().code, path + object.error().message};
    if (object->name.empty()) return Error{ErrorCode::kInvalid, path + "metadata.name is missing"};
    each(*std::move(object));
  }
  return ListMeta{.resource_version = json->at("metadata", "resourceVersion").string(),
                  .continue_token = json->at("metadata", "continue").string()};
}

template <class Object>
Result<WatchEvent<Object>> read_small_event(std::string_view line, std::string_view kind,
                                            FromJson<Object> from) {
  const Result<Json> json = Json::parse(line);
  if (!json) return json.error();
  const Result<EventType> type = event_type_of((*json)["type"].string());
  if (!type) return type.error();
  const Json& raw = (*json)["object"];
  if (!raw.is_object()) return Error{ErrorCode::kInvalid, "object: missing"};
  WatchEvent<Object> event;
  event.type = *type;
  if (event.type == EventType::kError) {
    event.status = read_status(raw.text());
    return event;
  }
  if (const Result<> right = expect_kind(raw["kind"].string(), kind); !right)
    return Error{right.error().code, "object: " + right.error().message};
  Result<Object> object = from(raw);
  if (!object) return Error{object.error().code, "object: " + object.error().message};
  event.object = *std::move(object);
  event.initial_end = event.type == EventType::kBookmark && ends_initial_events(raw);
  if (event.type != EventType::kBookmark && event.object.name.empty())
    return Error{ErrorCode::kInvalid, "object: metadata.name is missing"};
  return event;
}

}  // namespace npushare::wire
