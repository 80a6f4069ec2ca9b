#include "tests/simulation/sim_node.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/embedded/kubelet_status.hpp"
#include "scheduler/embedded/pod_rules.hpp"
#include "tests/soak/grants.hpp"

namespace npushare::simulation {

using embedded::Object;
using embedded::Part;
using embedded::PatchType;
using embedded::Place;
using embedded::Started;
using soak::name_of;
using wire::Json;

namespace {

constexpr Millis kLook{50};
constexpr Millis kRegister{30'000};

Place place_of(const Json& pod) {
  return embedded::pod_place(pod.at("metadata", "namespace").string(), name_of(pod));
}

std::vector<embedded::PluginChip> chips_of(const std::string& node, std::size_t count) {
  std::vector<embedded::PluginChip> chips;
  for (std::size_t k = 0; k < count; ++k)
    chips.push_back({node + "-chip-" + std::to_string(k), static_cast<int>(k), true});
  return chips;
}

Json node_object(const std::string& name) {
  Json node = Json::object();
  node.member("metadata").set("name", name);
  node.member("metadata").member("labels").set("kubernetes.io/arch", "arm64");
  return node;
}

}  // namespace

SimNode::SimNode(embedded::NodeProfile profile, std::size_t chips, Sky sky, Diary& diary)
    : profile_(std::move(profile)),
      sky_(sky),
      diary_(diary),
      chips_(chips_of(profile_.name, chips)),
      plugin_(sky.store, profile_.name, profile_.model.name, chips_) {
  sky_.store.create(embedded::node_place({}), node_object(name()));
  keep_registering();
  look();
}

void SimNode::publish() {
  const Place place = embedded::node_place(name());
  sky_.store.patch(place, Part::kStatus, PatchType::kMerge, status_patch(profile_, chips_));
  sky_.store.patch(place, Part::kMain, PatchType::kMerge,
                   registration_patch(profile_, chips_, sky_.timeline.wall()));
}

void SimNode::keep_registering() {
  if (is_there_ && sky_.timeline.now() >= still_until_) publish();
  sky_.timeline.after(kRegister, [this] { keep_registering(); });
}

void SimNode::set_health(std::size_t chip, bool is_healthy) {
  chips_.at(chip).is_healthy = is_healthy;
  plugin_.set_chips(chips_);
  if (is_there_) publish();
}

void SimNode::remove() {
  is_there_ = false;
  sky_.store.remove(embedded::node_place(name()), {});
}

void SimNode::restore() {
  for (embedded::PluginChip& chip : chips_) chip.is_healthy = true;
  plugin_.set_chips(chips_);
  if (!std::exchange(is_there_, true))
    sky_.store.create(embedded::node_place({}), node_object(name()));
  publish();
}

void SimNode::look() {
  sky_.timeline.after(kLook, [this] { look(); });
  for (const Object& pod : sky_.store.snapshot(embedded::pods()).objects) {
    if (pod->at("spec", "nodeName").string() != name()) continue;
    end_if_terminating(*pod);
    const std::string& uid = pod->at("metadata", "uid").string();
    const bool is_next = !is_busy_ && sky_.timeline.now() >= still_until_ &&
                         !embedded::is_over(*pod) && !embedded::is_terminating(*pod);
    if (is_next && admitted_.insert(uid).second) admit(*pod);
  }
}

void SimNode::end_if_terminating(const Json& pod) {
  if (!embedded::is_terminating(pod)) return;
  sky_.timeline.after(sky_.dice.ms(0, 1500), [this, place = place_of(pod),
                                              uid = pod.at("metadata", "uid").string()] {
    sky_.store.remove(place, {.grace_seconds = 0, .uid = uid, .resource_version = {}});
  });
}

void SimNode::admit(const Json& pod) {
  is_busy_ = true;
  serve(pod, 0);
}

void SimNode::serve(const Json& pod, std::size_t container) {
  const auto asked = embedded::asked_containers(pod, profile_.model.count_resource);
  if (!asked) return reject(pod, asked.error());
  if (container == asked->size()) return run(pod);
  // Deleted by force meanwhile: the next pod's devices must not go to it.
  if (!is_stored(pod)) return drop(pod);
  if (std::exchange(fails_next_, false)) {
    plugin_.refuse();
    return reject(pod, {ErrorCode::kInternal, "the driver failed"});
  }
  Result<Started> started = plugin_.begin(static_cast<std::size_t>((*asked)[container].count));
  if (!started) return reject(pod, started.error());
  // Whoever is served another pod's devices would run on them.
  if (started->picked.name != name_of(pod))
    sky_.findings.breach("served another pod", name_of(pod) + " as " + started->picked.text());
  diary_.note("serves container " + std::to_string(container) + " of " + name_of(pod) + " on " +
              name() + ", " + started->ta_before + " becomes " + started->response.ta_after);
  sky_.timeline.after(sky_.dice.ms(5, 120), [this, pod, container, started = *std::move(started)] {
    finish(pod, container, started);
  });
}

void SimNode::finish(const Json& pod, std::size_t container, const Started& started) {
  if (const Result<> done = plugin_.finish(started); !done) return reject(pod, done.error());
  serve(pod, container + 1);
}

bool SimNode::is_stored(const Json& pod) const {
  const embedded::Answer stored = sky_.store.get(place_of(pod));
  return stored.ok() && stored.body.at("metadata", "uid") == pod.at("metadata", "uid");
}

void SimNode::drop(const Json& pod) {
  diary_.note("drops " + name_of(pod) + " on " + name());
  is_busy_ = false;
}

void SimNode::run(const Json& pod) {
  diary_.note("runs " + name_of(pod) + " on " + name());
  sky_.findings.count("pods that ran");
  if (embedded::has_ordinary_inits(pod))
    write_status(pod, embedded::inits_done_patch(pod, sky_.timeline.wall()));
  write_status(pod, embedded::running_patch(pod, sky_.timeline.wall()));
  is_busy_ = false;
}

void SimNode::reject(const Json& pod, const Error& error) {
  diary_.note("rejects " + name_of(pod) + " on " + name() + ": " + error.message);
  sky_.findings.count("pods that were rejected");
  write_status(
      pod, embedded::rejected_patch("UnexpectedAdmissionError", embedded::allocate_failure(error)));
  is_busy_ = false;
}

void SimNode::write_status(const Json& pod, const Json& patch) {
  Json guarded = patch;
  guarded.member("metadata").set("uid", pod.at("metadata", "uid"));
  sky_.store.patch(place_of(pod), Part::kStatus, PatchType::kMerge, guarded);
}

}  // namespace npushare::simulation
