#include "scheduler/embedded/kind_rules.hpp"

#include <array>
#include <utility>

#include "scheduler/embedded/device_rules.hpp"
#include "scheduler/embedded/pod_rules.hpp"
#include "scheduler/embedded/times.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr std::size_t kLongestWord = 128;
constexpr std::size_t kLongestNote = 1024;

std::optional<Answer> check_lease_time(const Place& place, const Json& spec, const char* key) {
  const Json& time = spec[key];
  if (time.is_null() || (time.is_string() && is_rfc3339(time.string()))) return std::nullopt;
  return bad_request("Lease in version \"v1\" cannot be handled as a Lease: spec." +
                     std::string(key) + " of \"" + place.name +
                     "\" is no time; write 2006-01-02T15:04:05.000000Z");
}

std::optional<Answer> check_lease(const Place& place, const Json& object) {
  const Json& spec = object["spec"];
  for (const char* key : {"acquireTime", "renewTime"})
    if (auto refused = check_lease_time(place, spec, key)) return refused;
  const Json& duration = spec["leaseDurationSeconds"];
  if (!duration.is_null() && duration.integer() <= 0) {
    return invalid(*place.kind, place.name, "spec.leaseDurationSeconds",
                   "Invalid value: " + duration.text() + ": must be greater than 0");
  }
  const Json& transitions = spec["leaseTransitions"];
  if (!transitions.is_null() && transitions.integer() < 0) {
    return invalid(*place.kind, place.name, "spec.leaseTransitions",
                   "Invalid value: " + transitions.text() + ": must be greater than or equal to 0");
  }
  return std::nullopt;
}

std::optional<Answer> check_event_word(const Place& place, const Json& event, const char* key) {
  const std::string& word = event[key].string();
  if (word.empty()) return invalid(*place.kind, place.name, key, "Required value");
  if (word.size() <= kLongestWord) return std::nullopt;
  return invalid(*place.kind, place.name, key, "can have at most 128 characters");
}

/// The strict rules are those of events.k8s.io; core events have hardly any.
std::optional<Answer> check_event(const Place& place, const Json& event) {
  if (event["eventTime"].string().empty())
    return invalid(*place.kind, place.name, "eventTime", "Required value");
  for (const char* key : {"reportingController", "reportingInstance", "action", "reason"})
    if (auto refused = check_event_word(place, event, key)) return refused;
  const std::string& type = event["type"].string();
  if (type != "Normal" && type != "Warning") {
    return invalid(*place.kind, place.name, "type",
                   "Invalid value: \"" + type + "\": has invalid value");
  }
  if (event["note"].string().size() > kLongestNote)
    return invalid(*place.kind, place.name, "note", "can have at most 1024 characters");
  const std::string& regarding = event.at("regarding", "namespace").string();
  const std::string expected = regarding.empty() ? "default" : regarding;
  if (expected == place.space) return std::nullopt;
  return invalid(*place.kind, place.name, "involvedObject.namespace",
                 "Invalid value: \"" + regarding + "\": does not match event.namespace");
}

/// The note is named as the stored form of the object names it.
std::optional<Answer> check_event_change(const Place& place, const Json& now, const Json& next) {
  constexpr std::array<std::pair<const char*, const char*>, 8> kFixed{
      {{"note", "message"},
       {"reason", "reason"},
       {"type", "type"},
       {"action", "action"},
       {"eventTime", "eventTime"},
       {"regarding", "involvedObject"},
       {"reportingController", "reportingController"},
       {"reportingInstance", "reportingInstance"}}};
  for (const auto& [key, stored] : kFixed) {
    if (next[key] == now[key]) continue;
    return invalid(*place.kind, place.name, stored,
                   "Invalid value: " + next[key].text() + ": field is immutable");
  }
  return std::nullopt;
}

void take_message(Json& event) {
  const Json message = event["message"];
  if (!message.is_string()) return;
  event.set("note", message);
  event.erase("message");
}

}  // namespace

std::optional<Answer> check_change(const Place& place, const Json& now, Json& next) {
  if (is_of_devices(*place.kind)) return check_device_change(place, now, next);
  if (place.kind->name != "Event") return std::nullopt;
  if (place.kind->group == "events.k8s.io") return check_event_change(place, now, next);
  take_message(next);
  return std::nullopt;
}

std::optional<Answer> check_fields(const Place& place, const Json& object) {
  if (place.kind->name == "Lease") return check_lease(place, object);
  if (place.kind->group == "events.k8s.io") return check_event(place, object);
  if (is_of_devices(*place.kind)) return check_device_object(place, object);
  return std::nullopt;
}

void complete_new_object(const Kind& kind, Json& object) {
  if (&kind == &pods()) return complete_new_pod(object);
  // A kubelet registers its node with its status in one call.
  if (kind.has_status && &kind != &nodes()) object.set("status", Json::object());
}

}  // namespace npushare::embedded
