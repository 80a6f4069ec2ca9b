#include "scheduler/embedded/store.hpp"

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include "scheduler/embedded/device_rules.hpp"
#include "scheduler/embedded/kind_rules.hpp"
#include "scheduler/embedded/object_rules.hpp"
#include "scheduler/embedded/pod_rules.hpp"

namespace npushare::embedded {

using wire::Json;

Store::Store(StoreOptions options) : options_(std::move(options)), random_(options_.seed) {
  shelves_.reserve(all_kinds().size());
  for (std::size_t k = 0; k < all_kinds().size(); ++k)
    shelves_.push_back({VersionedMap(options_.log_size), {}});
}

Answer Store::create(const Place& place, Json object) {
  Place at = place;
  at.name = object.at("metadata", "name").string();
  {
    const std::scoped_lock held(mutex_);
    const std::string& prefix = object.at("metadata", "generateName").string();
    if (at.name.empty() && !prefix.empty()) at.name = prefix + name_suffix();
    if (auto refused = check_new(at, object)) return *std::move(refused);
    complete_device_object(*at.kind, object);
    if (auto refused = check_size(at, object)) return *std::move(refused);
    if (auto refused = check_fields(at, object)) return *std::move(refused);
    if (shelf(*at.kind).map.find(at.key())) return already_exists(*at.kind, at.name);

    Json& metadata = object.member("metadata");
    metadata.set("name", at.name);
    if (at.kind->is_namespaced) metadata.set("namespace", at.space);
    metadata.set("uid", new_uid());
    metadata.set("creationTimestamp", rfc3339(options_.clock()));
    metadata.erase("deletionTimestamp");
    object.set("kind", at.kind->name);
    object.set("apiVersion", at.kind->api_version());
    complete_new_object(*at.kind, object);
    object = *put(at, std::move(object));
  }
  notify(*at.kind);
  return {201, std::move(object)};
}

Answer Store::get(const Place& place) const {
  Object found;
  {
    const std::scoped_lock held(mutex_);
    found = shelf(*place.kind).map.find(place.key());
  }
  if (!found) return not_found(*place.kind, place.name);
  return {200, *found};
}

Answer Store::edit(const Place& place, const Edit& edit) {
  Object next;
  {
    const std::scoped_lock held(mutex_);
    const Object now = shelf(*place.kind).map.find(place.key());
    if (!now) return not_found(*place.kind, place.name);
    Json made = *now;
    if (auto refused = edit(*now, made)) return *std::move(refused);
    if (auto refused = check_change(place, *now, made)) return *std::move(refused);
    if (auto refused = check_size(place, made)) return *std::move(refused);
    if (auto refused = check_fields(place, made)) return *std::move(refused);
    if (made == *now) return {200, *now};
    if (auto refused = check_finalizers(place, *now, made)) return *std::move(refused);
    if (has_ended(*now, made)) {
      drop(place, *now);
      next = std::make_shared<const Json>(std::move(made));
    } else {
      next = put(place, std::move(made));
    }
  }
  notify(*place.kind);
  return {200, *next};
}

Answer Store::update(const Place& place, Part part, Json object) {
  if (!object.is_object()) return bad_request("the object provided is unrecognized");
  return edit(place, [&](const Json& now, Json& next) -> std::optional<Answer> {
    if (auto refused = check_preconditions(place, now, object)) return refused;
    next = std::move(object);
    keep_fixed_parts(*place.kind, part, now, next);
    return place.kind == &pods() ? check_pod_update(place, now, next) : std::nullopt;
  });
}

Answer Store::patch(const Place& place, Part part, PatchType type, const Json& patch) {
  return edit(place, [&](const Json& now, Json& next) -> std::optional<Answer> {
    if (type == PatchType::kMerge) {
      if (!patch.is_object()) return bad_request("a merge patch must be an object");
      merge_patch(next, patch);
    } else if (const Result<> applied = json_patch(next, patch); !applied) {
      if (applied.error().code != ErrorCode::kConflict) return bad_request(applied.error().message);
      return failure(422, "Invalid",
                     "the server rejected our request due to an error in our request",
                     Json::object());
    }
    if (auto refused = check_preconditions(place, now, next)) return refused;
    keep_fixed_parts(*place.kind, part, now, next);
    return place.kind == &pods() ? check_pod_update(place, now, next) : std::nullopt;
  });
}

Answer Store::bind(const Place& pod, const Json& binding) {
  Answer written = edit(pod, [&](const Json& now, Json& next) -> std::optional<Answer> {
    if (auto refused = check_binding(pod, now, binding)) return refused;
    apply_binding(next, binding, rfc3339(options_.clock()));
    return std::nullopt;
  });
  return written.ok() ? success_status(201) : written;
}

Answer Store::remove(const Place& place, const RemoveOptions& options) {
  Answer answer;
  {
    const std::scoped_lock held(mutex_);
    const Object now = shelf(*place.kind).map.find(place.key());
    if (!now) return not_found(*place.kind, place.name);
    if (auto refused = check_removal(place, *now, options)) return *std::move(refused);
    const std::int64_t grace = place.kind == &pods() ? grace_of(*now, options) : 0;
    if (grace == 0 && !is_held(*now)) {
      answer = drop(place, *now);
    } else {
      Json next = *now;
      mark_terminating(next, grace, options_.clock());
      if (next == *now) return {200, *now};
      answer = {200, *put(place, std::move(next))};
    }
  }
  notify(*place.kind);
  return answer;
}

Object Store::put(const Place& place, Json object) {
  ++version_;
  object.member("metadata").set("resourceVersion", std::to_string(version_));
  Object stored = std::make_shared<const Json>(std::move(object));
  shelf(*place.kind).map.put(version_, place.key(), stored);
  return stored;
}

Answer Store::drop(const Place& place, const Json& now) {
  shelf(*place.kind).map.put(++version_, place.key(), nullptr);
  if (place.kind == &pods()) return {200, now};
  Json details = details_of(*place.kind, place.name);
  details.set("uid", now.at("metadata", "uid"));
  return success_status(200, std::move(details));
}

std::string Store::new_uid() {
  boost::uuids::basic_random_generator<std::mt19937_64> generate(random_);
  return to_string(generate());
}

std::string Store::name_suffix() {
  // Without vowels and look-alikes, as the API server does it.
  constexpr std::string_view kLetters = "bcdfghjklmnpqrstvwxz2456789";
  std::string suffix;
  for (int k = 0; k < 5; ++k) suffix += kLetters[random_() % kLetters.size()];
  return suffix;
}

}  // namespace npushare::embedded
