#include "scheduler/embedded/kubelet_status.hpp"

#include <algorithm>

#include "scheduler/embedded/pod_rules.hpp"
#include "scheduler/embedded/times.hpp"
#include "scheduler/wire/quantity.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

using Wall = std::chrono::system_clock::time_point;

constexpr std::int64_t kMostIds = 1'000'000;  // far beyond any node; sums of it cannot wrap

bool is_sidecar(const Json& init) {
  return init["restartPolicy"].string() == "Always";
}

/// 0 when absent; nothing when it is no whole number of ids.
std::optional<std::int64_t> limit_of(const Json& container, const std::string& resource) {
  const Json& limit = container.at("resources", "limits")[resource];
  if (limit.is_null()) return 0;
  const auto amount = wire::read_quantity(limit.is_string() ? limit.string() : limit.text());
  if (!amount || !amount->is_integer) return std::nullopt;
  if (amount->rounded_up < 0 || amount->rounded_up > kMostIds) return std::nullopt;
  return amount->rounded_up;
}

Error bad_limit(const std::string& container, const std::string& resource) {
  return {ErrorCode::kInvalid, "container " + container + ": the limit of " + resource +
                                   " is not a whole number up to " + std::to_string(kMostIds)};
}

Json running_state(Wall now) {
  Json state = Json::object();
  state.member("running").set("startedAt", rfc3339(now));
  return state;
}

Json ended_state(Wall now) {
  Json state = Json::object();
  Json& ended = state.member("terminated");
  ended.set("exitCode", 0);
  ended.set("reason", "Completed");
  ended.set("startedAt", rfc3339(now));
  ended.set("finishedAt", rfc3339(now));
  return state;
}

Json container_status(const Json& container, Json state) {
  Json status = Json::object();
  status.set("name", container["name"]);
  status.set("image", container["image"].string());
  status.set("ready", true);
  status.set("restartCount", 0);
  status.set("state", std::move(state));
  return status;
}

Json init_statuses(const Json& pod, Wall now) {
  Json list = Json::array();
  for (const Json& init : pod.at("spec", "initContainers").items())
    list.push_back(
        container_status(init, is_sidecar(init) ? running_state(now) : ended_state(now)));
  return list;
}

Json true_condition(const char* type, Wall now) {
  Json condition = Json::object();
  condition.set("type", type);
  condition.set("status", "True");
  condition.set("lastTransitionTime", rfc3339(now));
  return condition;
}

}  // namespace

Result<std::vector<AskedContainer>> asked_containers(const Json& pod, const std::string& resource) {
  std::vector<AskedContainer> asked;
  for (const char* list : {"initContainers", "containers"}) {
    for (const Json& container : pod.at("spec", list).items()) {
      const std::optional<std::int64_t> count = limit_of(container, resource);
      const std::string& name = container["name"].string();
      if (!count) return bad_limit(name, resource);
      if (*count > 0) asked.push_back({name, *count});
    }
  }
  return asked;
}

std::int64_t occupied_ids(const Json& pod, const std::string& resource) {
  std::int64_t peak = 0;
  std::int64_t steady = 0;
  for (const Json& init : pod.at("spec", "initContainers").items()) {
    const std::int64_t count = limit_of(init, resource).value_or(0);
    peak = std::max(peak, steady + count);
    if (is_sidecar(init)) steady += count;
  }
  for (const Json& container : pod.at("spec", "containers").items())
    steady += limit_of(container, resource).value_or(0);
  return std::max(peak, steady);
}

bool has_ordinary_inits(const Json& pod) {
  return std::ranges::any_of(pod.at("spec", "initContainers").items(),
                             [](const Json& init) { return !is_sidecar(init); });
}

Json inits_done_patch(const Json& pod, Wall now) {
  Json patch = Json::object();
  patch.member("status").set("initContainerStatuses", init_statuses(pod, now));
  return patch;
}

Json running_patch(const Json& pod, Wall now) {
  Json changed = pod;
  for (const char* type : {"Initialized", "Ready", "ContainersReady"})
    set_condition(changed, true_condition(type, now));
  Json list = Json::array();
  for (const Json& container : pod.at("spec", "containers").items())
    list.push_back(container_status(container, running_state(now)));

  Json patch = inits_done_patch(pod, now);
  Json& status = patch.member("status");
  status.set("phase", "Running");
  status.set("startTime", rfc3339(now));
  status.set("conditions", changed.at("status", "conditions"));
  status.set("containerStatuses", std::move(list));
  return patch;
}

Json rejected_patch(std::string_view reason, std::string_view message) {
  Json patch = Json::object();
  Json& status = patch.member("status");
  status.set("phase", "Failed");
  status.set("reason", reason);
  status.set("message", message);
  return patch;
}

std::string allocate_failure(const Error& error) {
  const char* code = error.code == ErrorCode::kInternal ? "Unavailable" : "Unknown";
  return std::string("Pod was rejected: Allocate failed due to rpc error: code = ") + code +
         " desc = " + error.message + ", which is unexpected";
}

}  // namespace npushare::embedded
