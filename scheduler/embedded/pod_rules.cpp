#include "scheduler/embedded/pod_rules.hpp"

#include <algorithm>

#include "scheduler/embedded/times.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

constexpr std::int64_t kDefaultGrace = 30;
constexpr std::int64_t kLongestGrace = std::int64_t{365} * 24 * 3600;

void set_if_missing(Json& object, std::string_view key, Json value) {
  if (object[key].is_null()) object.set(key, std::move(value));
}

/// A list in the object with one element replaced by what `edit` makes of it.
template <class Edit>
void edit_items(Json& object, std::string_view key, Edit edit) {
  if (!object[key].is_array()) return;
  Json::Array items = object[key].items();
  std::ranges::for_each(items, edit);
  object.set(key, std::move(items));
}

void complete_container(Json& container) {
  Json resources = container["resources"];
  if (!resources["limits"].is_object()) return;
  const Json limits = resources["limits"];
  for (const auto& [name, amount] : limits.members())
    set_if_missing(resources.member("requests"), name, amount);
  container.set("resources", std::move(resources));
}

Answer binding_conflict(const std::string& name, const std::string& why) {
  Json details = Json::object();
  details.set("name", name);
  details.set("kind", "pods/binding");
  return failure(
      409, "Conflict",
      "Operation cannot be fulfilled on pods/binding \"" + name + "\": pod " + name + " " + why,
      std::move(details));
}

std::optional<Answer> check_target(const Place& place, const Json& binding) {
  if (binding.at("metadata", "name").string() != place.name)
    return bad_request("name in URL does not match name in Binding object");
  const std::string& kind = binding.at("target", "kind").string();
  if (!kind.empty() && kind != "Node")
    return bad_request("target.kind: Unsupported value: \"" + kind +
                       "\": supported value: \"Node\"");
  if (binding.at("target", "name").string().empty())
    return bad_request("target.name: Required value");
  return std::nullopt;
}

std::optional<Answer> check_identity(const Place& place, const Json& pod, const Json& binding) {
  for (const auto& [key, what] :
       {std::pair{"uid", "UID"}, {"resourceVersion", "ResourceVersion"}}) {
    const std::string& wanted = binding.at("metadata", key).string();
    const std::string& found = pod.at("metadata", key).string();
    if (!wanted.empty() && wanted != found) return precondition_failed(place, what, wanted, found);
  }
  return std::nullopt;
}

}  // namespace

void complete_new_pod(Json& pod) {
  Json& spec = pod.member("spec");
  set_if_missing(spec, "restartPolicy", "Always");
  set_if_missing(spec, "terminationGracePeriodSeconds", kDefaultGrace);
  set_if_missing(spec, "schedulerName", "default-scheduler");
  set_if_missing(spec, "priority", 0);
  edit_items(spec, "initContainers", complete_container);
  edit_items(spec, "containers", complete_container);
  Json status = Json::object();
  status.set("phase", "Pending");
  pod.set("status", std::move(status));
}

bool is_bound(const Json& pod) {
  return !pod.at("spec", "nodeName").string().empty();
}

bool is_terminating(const Json& pod) {
  return !pod.at("metadata", "deletionTimestamp").string().empty();
}

bool is_over(const Json& pod) {
  const std::string& phase = pod.at("status", "phase").string();
  return phase == "Succeeded" || phase == "Failed";
}

std::optional<Answer> check_binding(const Place& place, const Json& pod, const Json& binding) {
  if (auto refused = check_target(place, binding)) return refused;
  if (auto refused = check_identity(place, pod, binding)) return refused;
  if (is_terminating(pod))
    return binding_conflict(place.name, "is being deleted, cannot be assigned to a host");
  if (is_bound(pod)) {
    return binding_conflict(
        place.name, "is already assigned to node \"" + pod.at("spec", "nodeName").string() + "\"");
  }
  if (!pod.at("spec", "schedulingGates").items().empty())
    return binding_conflict(place.name, "has non-empty .spec.schedulingGates");
  return std::nullopt;
}

void apply_binding(Json& pod, const Json& binding, std::string_view now) {
  pod.member("spec").set("nodeName", binding.at("target", "name"));
  for (const auto& [key, value] : binding.at("metadata", "annotations").members())
    pod.member("metadata").member("annotations").set(key, value);
  Json condition = Json::object();
  condition.set("type", "PodScheduled");
  condition.set("status", "True");
  condition.set("lastProbeTime", Json{});
  condition.set("lastTransitionTime", now);
  set_condition(pod, std::move(condition));
}

void set_condition(Json& pod, Json condition) {
  Json::Array conditions = pod.at("status", "conditions").items();
  const auto same = std::ranges::find_if(
      conditions, [&condition](const Json& there) { return there["type"] == condition["type"]; });
  if (same == conditions.end()) {
    conditions.push_back(std::move(condition));
  } else {
    *same = std::move(condition);
  }
  pod.member("status").set("conditions", std::move(conditions));
}

std::optional<Answer> check_pod_update(const Place& place, const Json& now, const Json& next) {
  if (now.at("spec", "nodeName") == next.at("spec", "nodeName")) return std::nullopt;
  return invalid(*place.kind, place.name, "spec",
                 "Forbidden: pod updates may not change fields other than image, tolerations, "
                 "activeDeadlineSeconds and scheduling gates; spec.nodeName is set by a Binding");
}

std::int64_t grace_of(const Json& pod, const RemoveOptions& options) {
  if (!is_bound(pod) || is_over(pod)) return 0;
  const Json& own = pod.at("spec", "terminationGracePeriodSeconds");
  const std::int64_t said = own.is_number() ? own.integer() : kDefaultGrace;
  return std::clamp<std::int64_t>(options.grace_seconds.value_or(said), 0, kLongestGrace);
}

}  // namespace npushare::embedded
