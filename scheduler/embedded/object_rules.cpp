#include "scheduler/embedded/object_rules.hpp"

#include <algorithm>

#include "scheduler/embedded/times.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

void keep(const Json& from, Json& to, std::string_view key) {
  const Json& value = from[key];
  if (value.is_null()) {
    to.erase(key);
  } else {
    to.set(key, value);
  }
}

std::optional<Answer> check_name(const Place& place, const Json& object) {
  const std::string& name = object.at("metadata", "name").string();
  if (name == place.name) return std::nullopt;
  return bad_request("the name of the object (" + name + ") does not match the name on the URL (" +
                     place.name + ")");
}

bool is_letter_or_digit(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}

/// RFC 1123: commas and slashes in names would break keys and the node lock.
bool is_dns_name(std::string_view name) {
  constexpr std::size_t kLongest = 253;
  if (name.size() > kLongest || !is_letter_or_digit(name.front())) return false;
  return is_letter_or_digit(name.back()) && std::ranges::all_of(name, [](char byte) {
           return is_letter_or_digit(byte) || byte == '-' || byte == '.';
         });
}

}  // namespace

std::optional<Answer> check_new(const Place& place, const Json& object) {
  if (!object.is_object()) return bad_request("the object provided is unrecognized");
  const std::string& kind = object["kind"].string();
  if (!kind.empty() && kind != place.kind->name) {
    return bad_request("the object provided is a " + kind + ", the path is one of " +
                       place.kind->resource());
  }
  const std::string& space = object.at("metadata", "namespace").string();
  if (!space.empty() && space != place.space) {
    return bad_request(
        "the namespace of the provided object does not match the namespace sent on the request");
  }
  if (place.name.empty()) {
    return invalid(*place.kind, "", "metadata.name",
                   "Required value: name or generateName is required");
  }
  if (!is_dns_name(place.name)) {
    return invalid(*place.kind, place.name, "metadata.name",
                   "Invalid value: \"" + place.name +
                       "\": a name has at most 253 lower case letters, digits, '-' and '.', and "
                       "begins and ends with a letter or digit");
  }
  return std::nullopt;
}

std::optional<Answer> check_preconditions(const Place& place, const Json& now, const Json& next) {
  if (auto refused = check_name(place, next)) return refused;
  const std::string& uid = now.at("metadata", "uid").string();
  const std::string& wanted = next.at("metadata", "uid").string();
  if (!wanted.empty() && wanted != uid) return precondition_failed(place, "UID", wanted, uid);

  const std::string& version = next.at("metadata", "resourceVersion").string();
  if (version.empty() && place.kind->needs_version) {
    return invalid(*place.kind, place.name, "metadata.resourceVersion",
                   "Invalid value: 0: must be specified for an update");
  }
  if (!version.empty() && version != now.at("metadata", "resourceVersion").string())
    return modified(*place.kind, place.name);
  return std::nullopt;
}

std::optional<Answer> check_removal(const Place& place, const Json& now,
                                    const RemoveOptions& options) {
  const std::string& uid = now.at("metadata", "uid").string();
  if (!options.uid.empty() && options.uid != uid) {
    return conflict(*place.kind, place.name,
                    "the UID in the precondition (" + options.uid +
                        ") does not match the UID in record (" + uid +
                        "). The object might have been deleted and then recreated");
  }
  const std::string& version = now.at("metadata", "resourceVersion").string();
  if (!options.resource_version.empty() && options.resource_version != version) {
    return conflict(*place.kind, place.name,
                    "the ResourceVersion in the precondition (" + options.resource_version +
                        ") does not match the ResourceVersion in record (" + version +
                        "). The object might have been modified");
  }
  return std::nullopt;
}

bool is_held(const Json& object) {
  return !object.at("metadata", "finalizers").items().empty();
}

std::optional<Answer> check_finalizers(const Place& place, const Json& now, const Json& next) {
  if (now.at("metadata", "deletionTimestamp").is_null()) return std::nullopt;
  const Json::Array& before = now.at("metadata", "finalizers").items();
  for (const Json& finalizer : next.at("metadata", "finalizers").items()) {
    if (std::ranges::find(before, finalizer) != before.end()) continue;
    return invalid(*place.kind, place.name, "metadata.finalizers",
                   "Forbidden: no new finalizers can be added if the object is being deleted, "
                   "found new finalizers [" +
                       finalizer.text() + "]");
  }
  return std::nullopt;
}

bool has_ended(const Json& now, const Json& next) {
  const Json& grace = next.at("metadata", "deletionGracePeriodSeconds");
  return is_held(now) && !is_held(next) && grace.is_number() && grace.integer() == 0;
}

void mark_terminating(Json& object, std::int64_t grace_seconds,
                      std::chrono::system_clock::time_point now) {
  Json& metadata = object.member("metadata");
  std::string end = rfc3339(now + std::chrono::seconds(grace_seconds));
  const std::string& before = metadata["deletionTimestamp"].string();
  if (!before.empty() && before <= end) return;  // both in UTC: text order is time order
  metadata.set("deletionTimestamp", std::move(end));
  metadata.set("deletionGracePeriodSeconds", grace_seconds);
}

std::optional<Answer> check_size(const Place& place, const Json& object) {
  std::size_t bytes = 0;
  for (const auto& [key, value] : object.at("metadata", "annotations").members()) {
    if (!value.is_string()) return bad_request("metadata.annotations." + key + " must be a string");
    bytes += key.size() + value.string().size();
  }
  if (bytes <= kAnnotationLimit) return std::nullopt;
  return invalid(*place.kind, place.name, "metadata.annotations",
                 "Too long: may not be more than " + std::to_string(kAnnotationLimit) + " bytes");
}

void keep_fixed_parts(const Kind& kind, Part part, const Json& now, Json& next) {
  Json& metadata = next.member("metadata");
  for (const std::string_view key :
       {"name", "namespace", "uid", "creationTimestamp", "resourceVersion", "deletionTimestamp",
        "deletionGracePeriodSeconds"})
    keep(now["metadata"], metadata, key);
  keep(now, next, "kind");
  keep(now, next, "apiVersion");
  if (kind.has_status) keep(now, next, part == Part::kMain ? "status" : "spec");
}

}  // namespace npushare::embedded
