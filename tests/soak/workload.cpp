#include "tests/soak/workload.hpp"

#include "tests/soak/grants.hpp"
#include "tests/soak/shapes.hpp"

namespace npushare::soak {

using embedded::Object;
using embedded::Part;
using embedded::PatchType;
using wire::Json;

namespace {

constexpr std::size_t kMostWaiting = 24;

embedded::Place place_of(const Json& pod) {
  return embedded::pod_place("default", name_of(pod));
}

bool is_over(const Json& pod) {
  const std::string& phase = pod.at("status", "phase").string();
  return phase == "Succeeded" || phase == "Failed";
}

bool is_bound(const Json& pod) {
  return !pod.at("spec", "nodeName").string().empty();
}

}  // namespace

void delete_pod(World& world, const Json& pod, std::int64_t grace_seconds) {
  world.store().remove(place_of(pod), {.grace_seconds = grace_seconds,
                                       .uid = pod.at("metadata", "uid").string(),
                                       .resource_version = {}});
}

std::chrono::milliseconds Workload::step() {
  std::size_t waiting = 0;
  for (const Object& pod : world_.store().snapshot(embedded::pods()).objects) {
    if (!is_bound(*pod)) ++waiting;
    end_if_due(*pod);
  }
  if (waiting < kMostWaiting) {
    const std::string name = "p-" + std::to_string(created_++);
    world_.store().create(embedded::pod_place("default", {}), a_pod(name, dice_));
    findings_.count("pods created");
  }
  return dice_.ms(1, 15);
}

void Workload::end_if_due(const Json& pod) {
  // A few go while they wait or are being bound.
  if (!is_bound(pod)) {
    if (dice_.between(1, 2000) == 1) finish(pod);
    return;
  }
  const std::string& uid = pod.at("metadata", "uid").string();
  const auto [end, is_new] = ends_.try_emplace(uid, Clock::now() + dice_.ms(50, 2500));
  if (is_new && pod.at("status", "phase").string() == "Failed") findings_.count("pods failed");
  if (Clock::now() < end->second) return;
  ends_.erase(end);
  finish(pod);
}

void Workload::finish(const Json& pod) {
  if (is_bound(pod) && !is_over(pod) && dice_.in(25)) {
    Json patch = Json::object();
    patch.member("metadata").set("uid", pod.at("metadata", "uid"));
    patch.member("status").set("phase", "Succeeded");
    world_.store().patch(place_of(pod), Part::kStatus, PatchType::kMerge, patch);
    findings_.count("pods completed");
    return;
  }
  delete_pod(world_, pod, dice_.in(10) ? 1 : 0);
  findings_.count("pods deleted");
}

}  // namespace npushare::soak
