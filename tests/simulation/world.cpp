#include "tests/simulation/world.hpp"

#include <algorithm>
#include <utility>

#include "config/device_config.hpp"
#include "scheduler/embedded/pod_rules.hpp"
#include "tests/soak/shapes.hpp"

namespace npushare::simulation {

using embedded::Object;
using wire::Json;

namespace {

constexpr std::size_t kChips = 2;
constexpr std::size_t kMostWaiting = 12;
constexpr std::size_t kDiaryLines = 20'000;
constexpr Millis kQuietLimit{15 * 60'000};
constexpr Millis kForTheStandby{10'000};  // it may have heard of the storm's pods last
constexpr std::size_t kLogSize = 400;     // small enough for a watch that lags to fall behind it

embedded::StoreOptions options_of(const Timeline& timeline, std::uint64_t seed) {
  return {.log_size = kLogSize, .clock = [&timeline] { return timeline.wall(); }, .seed = seed};
}

embedded::NodeProfile profile_of(const std::string& name, Mode mode) {
  return {name, *config::built_in_catalogue().find(ModelName("Ascend310P")), mode, 7};
}

}  // namespace

World::World(std::uint64_t seed)
    : dice_(seed, 1),
      diary_(timeline_, kDiaryLines),
      store_(options_of(timeline_, seed)),
      auditor_(store_, findings_) {
  for (const char* name : {"soft-0", "soft-1", "soft-2", "hard-0"}) {
    const Mode mode = std::string(name).starts_with("soft") ? Mode::kSoft : Mode::kHard;
    nodes_.push_back(std::make_unique<SimNode>(profile_of(name, mode), kChips, sky(), diary_));
    names_.emplace_back(name);
  }
  for (std::size_t k = 0; k < machines_.size(); ++k) boot(k);
  scheduler_ = std::make_unique<SimScheduler>(sky(), diary_, names_, [this] { return leader(); });
}

World::~World() = default;

void World::run(Millis faults) {
  bring_pods();
  end_pods();
  go_wrong();
  change_weather();
  step_until(faults);
  mend_all();
  const Millis limit = timeline_.now() + kQuietLimit;
  while (timeline_.now() < limit && !is_quiet()) step_until(timeline_.now() + Millis{1'000});
  step_until(timeline_.now() + kForTheStandby);
  judge();
}

void World::step_until(Millis end) {
  while (timeline_.now() < end && timeline_.step()) {
    for (Machine& machine : machines_)
      if (machine.replica) machine.replica->poll();
    look_at_pods();
  }
}

void World::look_at_pods() {
  const embedded::Version version = store_.snapshot(embedded::pods()).last_change;
  if (std::exchange(audited_, version) == version) return;
  auditor_.look();
}

Replica* World::leader() {
  for (Machine& machine : machines_) {
    const bool is_serving = machine.replica && !machine.replica->is_frozen() &&
                            machine.replica->is_synced() && machine.replica->may_write();
    if (is_serving) return machine.replica.get();
  }
  return nullptr;
}

void World::boot(std::size_t machine) {
  Machine& here = machines_.at(machine);
  if (here.replica) return;
  const std::string identity = "m" + std::to_string(machine) + "-" + std::to_string(++here.boots);
  diary_.note("boots " + identity);
  here.replica = std::make_unique<Replica>(
      Replica::Boot{.identity = identity,
                    .clock_start = Millis{dice_.between(0, 1'000'000'000)},
                    .clock_drift = dice_.between(-500, 500)},
      sky());
}

void World::kill(std::size_t machine) {
  Machine& here = machines_.at(machine);
  if (!here.replica) return;
  diary_.note("kills m" + std::to_string(machine));
  findings_.count("kills");
  here.replica.reset();
}

void World::bring_pods() {
  if (!is_wild_) return;
  const auto pods = store_.snapshot(embedded::pods()).objects;
  const auto waiting = static_cast<std::size_t>(
      std::ranges::count_if(pods, [](const Object& pod) { return !embedded::is_bound(*pod); }));
  if (waiting < kMostWaiting) {
    const Json pod = soak::a_pod("p-" + std::to_string(created_++), dice_);
    diary_.note("creates " + pod.text());
    store_.create(embedded::pod_place("default", {}), pod);
    findings_.count("pods created");
  }
  timeline_.after(dice_.ms(20, 600), [this] { bring_pods(); });
}

/// Now and then a pod ends: it completes, or is deleted, bound or not.
void World::end_pods() {
  if (!is_wild_) return;
  const auto pods = store_.snapshot(embedded::pods()).objects;
  if (!pods.empty()) {
    const Json& pod = *dice_.pick(pods);
    const embedded::Place place = embedded::pod_place("default", soak::name_of(pod));
    if (pod.at("status", "phase").string() == "Running" && dice_.in(30)) {
      Json patch = Json::object();
      patch.member("metadata").set("uid", pod.at("metadata", "uid"));
      patch.member("status").set("phase", "Succeeded");
      store_.patch(place, embedded::Part::kStatus, embedded::PatchType::kMerge, patch);
    } else if (embedded::is_bound(pod) || dice_.in(20)) {
      store_.remove(place, {.grace_seconds = dice_.in(30) ? 1 : 0,
                            .uid = pod.at("metadata", "uid").string(),
                            .resource_version = {}});
    }
  }
  timeline_.after(dice_.ms(50, 1'000), [this] { end_pods(); });
}

void World::change_weather() {
  if (!is_wild_) return;
  weather_ = dice_.in(50) ? storm() : fair();
  timeline_.after(dice_.ms(2'000, 20'000), [this] { change_weather(); });
}

void World::go_wrong() {
  if (!is_wild_) return;
  if (dice_.in(50)) {
    trouble_machine();
  } else {
    trouble_node();
  }
  timeline_.after(dice_.ms(500, 12'000), [this] { go_wrong(); });
}

void World::trouble_machine() {
  const auto machine = static_cast<std::size_t>(dice_.between(0, 1));
  const auto later = [this, machine](Millis wait, auto what) {
    timeline_.after(wait, [this, machine, what, boots = machines_.at(machine).boots] {
      if (machines_.at(machine).boots == boots) what(machines_.at(machine));
    });
  };
  Machine& here = machines_.at(machine);
  switch (dice_.between(1, 4)) {
    case 1:
      kill(machine);
      later(dice_.ms(0, 20'000), [this, machine](Machine&) { boot(machine); });
      return;
    case 2:
      if (!here.replica || here.replica->is_frozen()) return;
      findings_.count("freezes");
      here.replica->freeze();
      later(dice_.ms(100, 40'000), [](Machine& then) {
        if (then.replica) then.replica->thaw();
      });
      return;
    case 3:
      if (here.replica) here.replica->set_wall_wrong_by(dice_.ms(-7'200'000, 7'200'000));
      findings_.count("clocks set");
      return;
    default: scheduler_->restart(); return;
  }
}

void World::trouble_node() {
  SimNode& node = *nodes_.at(static_cast<std::size_t>(dice_.between(0, 3)));
  switch (dice_.between(1, 5)) {
    case 1: return node.stand_still(dice_.ms(500, 90'000));
    case 2: return node.fail_next_allocate();
    case 3:
      if (node.is_there()) node.set_health(static_cast<std::size_t>(dice_.between(0, 1)), false);
      timeline_.after(dice_.ms(1'000, 30'000), [&node] { node.restore(); });
      return;
    case 4: {
      if (!node.is_there()) return;
      findings_.count("nodes deleted");
      node.remove();
      timeline_.after(dice_.ms(1'000, 30'000), [&node] { node.restore(); });
      return;
    }
    default: {
      Json patch = Json::object();
      patch.member("metadata")
          .member("annotations")
          .set("hami.io/mutex.lock", "2026-08-14T07:47:40Z,default,p-nobody");
      store_.patch(embedded::node_place(node.name()), embedded::Part::kMain,
                   embedded::PatchType::kMerge, patch);
      findings_.count("foreign locks");
      return;
    }
  }
}

void World::mend_all() {
  is_wild_ = false;
  weather_ = fair();
  for (const auto& node : nodes_) {
    node->restore();
    node->stand_still(Millis{0});
  }
  for (std::size_t k = 0; k < machines_.size(); ++k) {
    if (machines_[k].replica) machines_[k].replica->thaw();
    boot(k);
  }
  diary_.note("all is mended");
}

}  // namespace npushare::simulation
