#include "scheduler/embedded/device_rules.hpp"

#include <algorithm>

#include "scheduler/embedded/measure.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr std::size_t kMostRequests = 32;
constexpr std::size_t kMostDevices = 128;

Answer fixed(const Place& place, const std::string& field) {
  return invalid(*place.kind, place.name, field, "Invalid value: field is immutable");
}

Answer missing(const Place& place, const std::string& field) {
  return invalid(*place.kind, place.name, field, "Required value");
}

std::optional<Answer> check_quantities(const Place& place, const Json& requests,
                                       const std::string& field) {
  for (const auto& [key, amount] : requests.members()) {
    if (measure_of(amount)) continue;
    return bad_request(std::string(place.kind->name) +
                       " in version \"v1\" cannot be handled as a " +
                       std::string(place.kind->name) + ": " + field + "[" + key +
                       "]: quantities must match the regular expression "
                       "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  }
  return std::nullopt;
}

std::optional<Answer> check_exact(const Place& place, const Json& exact, const std::string& field) {
  if (exact["deviceClassName"].string().empty()) return missing(place, field + ".deviceClassName");
  const std::string& mode = exact["allocationMode"].string();
  const Json& count = exact["count"];
  if (mode == "All" && !count.is_null() && count.integer() != 0) {
    return invalid(
        *place.kind, place.name, field + ".count",
        "Invalid value: " + count.text() + ": must not be specified when allocationMode is 'All'");
  }
  if (mode == "ExactCount" && count.integer() <= 0) {
    return invalid(*place.kind, place.name, field + ".count",
                   "Invalid value: " + count.text() + ": must be greater than zero");
  }
  if (!mode.empty() && mode != "All" && mode != "ExactCount") {
    return invalid(*place.kind, place.name, field + ".allocationMode",
                   "Unsupported value: \"" + mode + "\"");
  }
  return check_quantities(place, exact.at("capacity", "requests"), field + ".capacity.requests");
}

std::optional<Answer> check_request(const Place& place, const Json& request,
                                    const std::string& field) {
  if (request["name"].string().empty()) return missing(place, field + ".name");
  const Json& alternatives = request["firstAvailable"];
  if (request["exactly"].is_null() == alternatives.is_null()) {
    return invalid(*place.kind, place.name, field,
                   "Required value: exactly one of `exactly` or `firstAvailable` is required");
  }
  if (!request["exactly"].is_null())
    return check_exact(place, request["exactly"], field + ".exactly");
  for (const Json& one : alternatives.items())
    if (auto refused = check_exact(place, one, field + ".firstAvailable")) return refused;
  return std::nullopt;
}

std::optional<Answer> check_claim_spec(const Place& place, const Json& spec,
                                       const std::string& field) {
  const Json::Array& requests = spec.at("devices", "requests").items();
  if (requests.size() > kMostRequests) {
    return invalid(*place.kind, place.name, field + ".devices.requests",
                   "Too many: must have at most 32 items");
  }
  for (std::size_t k = 0; k < requests.size(); ++k) {
    const std::string at = field + ".devices.requests[" + std::to_string(k) + "]";
    if (auto refused = check_request(place, requests[k], at)) return refused;
  }
  return std::nullopt;
}

std::optional<Answer> check_slice(const Place& place, const Json& spec) {
  if (spec["driver"].string().empty()) return missing(place, "spec.driver");
  if (spec.at("pool", "name").string().empty()) return missing(place, "spec.pool.name");
  if (spec.at("pool", "resourceSliceCount").integer() <= 0) {
    return invalid(*place.kind, place.name, "spec.pool.resourceSliceCount",
                   "Invalid value: must be greater than zero");
  }
  if (spec["devices"].items().size() > kMostDevices) {
    return invalid(*place.kind, place.name, "spec.devices",
                   "Too many: must have at most 128 items");
  }
  return std::nullopt;
}

bool contains(const Json::Array& items, const Json& wanted) {
  return std::ranges::find(items, wanted) != items.end();
}

std::optional<Answer> check_users(const Place& place, const Json& now, const Json& next) {
  const Json::Array& users = next.at("status", "reservedFor").items();
  if (users.size() > kMostUsers) {
    return invalid(*place.kind, place.name, "status.reservedFor",
                   "Too many: must have at most 256 items");
  }
  if (!users.empty() && next.at("status", "allocation").is_null()) {
    return invalid(*place.kind, place.name, "status.reservedFor",
                   "Forbidden: may not be specified when `allocated` is not set");
  }
  const bool is_ending = !now.at("metadata", "deletionTimestamp").is_null();
  for (const Json& user : users) {
    for (const char* key : {"resource", "name", "uid"})
      if (user[key].string().empty())
        return missing(place, std::string("status.reservedFor.") + key);
    if (!is_ending || contains(now.at("status", "reservedFor").items(), user)) continue;
    return invalid(*place.kind, place.name, "status.reservedFor",
                   "Forbidden: new entries may not be added while `deallocationRequested` or "
                   "`deletionTimestamp` are set");
  }
  return std::nullopt;
}

std::optional<Answer> check_claim_change(const Place& place, const Json& now, const Json& next) {
  if (now["spec"] != next["spec"]) return fixed(place, "spec");
  const Json& before = now.at("status", "allocation");
  const Json& after = next.at("status", "allocation");
  if (!before.is_null() && !after.is_null() && before != after)
    return fixed(place, "status.allocation");
  return check_users(place, now, next);
}

std::optional<Answer> check_slice_change(const Place& place, const Json& now, const Json& next) {
  for (const char* key : {"driver", "nodeName"})
    if (now.at("spec", key) != next.at("spec", key))
      return fixed(place, std::string("spec.") + key);
  if (now.at("spec", "pool", "name") == next.at("spec", "pool", "name")) return std::nullopt;
  return fixed(place, "spec.pool.name");
}

void complete_exact(Json& exact) {
  if (exact["allocationMode"].string().empty()) exact.set("allocationMode", "ExactCount");
  if (exact["allocationMode"].string() == "ExactCount" && exact["count"].is_null())
    exact.set("count", 1);
  if (exact.at("capacity", "requests").is_object()) {
    Json& requests = exact.member("capacity").member("requests");
    const Json::Object written = requests.members();
    for (const auto& [key, amount] : written) requests.set(key, canonical_measure(amount));
  }
}

void complete_claim_spec(Json& spec) {
  if (!spec.at("devices", "requests").is_array()) return;
  for (Json& request : spec.member("devices").member("requests").edit_items()) {
    if (request["exactly"].is_object()) complete_exact(request.member("exactly"));
    if (!request["firstAvailable"].is_array()) continue;
    for (Json& one : request.member("firstAvailable").edit_items()) complete_exact(one);
  }
}

}  // namespace

std::optional<Answer> check_device_object(const Place& place, const Json& object) {
  if (place.kind == &claims()) return check_claim_spec(place, object["spec"], "spec");
  if (place.kind == &claim_templates())
    return check_claim_spec(place, object.at("spec", "spec"), "spec.spec");
  if (place.kind == &slices()) return check_slice(place, object["spec"]);
  return std::nullopt;
}

std::optional<Answer> check_device_change(const Place& place, const Json& now, Json& next) {
  if (place.kind == &claims()) return check_claim_change(place, now, next);
  if (place.kind == &slices()) return check_slice_change(place, now, next);
  if (place.kind == &claim_templates() && now["spec"] != next["spec"]) return fixed(place, "spec");
  return std::nullopt;
}

void complete_device_object(const Kind& kind, Json& object) {
  if (&kind == &claims()) complete_claim_spec(object.member("spec"));
  if (&kind == &claim_templates()) complete_claim_spec(object.member("spec").member("spec"));
}

}  // namespace npushare::embedded
