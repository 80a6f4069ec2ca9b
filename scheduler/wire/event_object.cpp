#include "scheduler/wire/event_object.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "scheduler/wire/json.hpp"

namespace npushare::wire {
namespace {

constexpr std::size_t kLongestNote = 1024;
constexpr std::size_t kLongestWord = 128;
constexpr std::size_t kLongestName = 253;

std::string cut(const std::string& text, std::size_t longest) {
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

Json json_of(const ObjectRef& object) {
  Json json = Json::object();
  json.set("apiVersion", object.api_version);
  json.set("kind", object.kind);
  json.set("name", object.name);
  if (!object.space.empty()) json.set("namespace", object.space);
  if (!object.uid.empty()) json.set("uid", object.uid);
  return json;
}

Json series_json(std::uint64_t count, std::string_view last_time) {
  return Json::Object{{"count", static_cast<std::int64_t>(count)}, {"lastObservedTime", last_time}};
}

}  // namespace

std::string event_space(const ObjectRef& regarding) {
  return regarding.space.empty() ? "default" : regarding.space;
}

std::string event_name(const ObjectRef& regarding, std::uint64_t unix_nanoseconds) {
  std::array<char, 16> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), unix_nanoseconds, 16).ptr;
  const std::string tail = "." + std::string(digits.data(), end);
  std::string name = regarding.name.substr(0, kLongestName - tail.size());
  name.resize(name.find_last_not_of("-.") + 1);  // each part ends with a letter or a digit
  return name + tail;
}

std::string write_event(const EventObject& event) {
  Json json = Json::object();
  json.set("apiVersion", "events.k8s.io/v1");
  json.set("kind", "Event");
  Json& metadata = json.member("metadata");
  metadata.set("name", event.name);
  metadata.set("namespace", event_space(event.regarding));
  json.set("eventTime", event.time);
  json.set("reportingController", cut(event.controller, kLongestWord));
  json.set("reportingInstance", cut(event.instance, kLongestWord));
  json.set("action", cut(event.action, kLongestWord));
  json.set("reason", cut(event.reason, kLongestWord));
  json.set("type", event.type);
  json.set("note", cut(event.note, kLongestNote));
  json.set("regarding", json_of(event.regarding));
  return json.text();
}

std::string write_event_series(std::uint64_t count, std::string_view last_time) {
  return Json(Json::Object{{"series", series_json(count, last_time)}}).text();
}

std::string write_event_rewording(const std::string& note, std::uint64_t count,
                                  std::string_view last_time) {
  return Json(Json::Object{{"message", cut(note, kLongestNote)},
                           {"series", series_json(count, last_time)}})
      .text();
}

}  // namespace npushare::wire
