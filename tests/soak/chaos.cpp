#include "tests/soak/chaos.hpp"

#include <stdexcept>

#include "tests/soak/grants.hpp"
#include "tests/soak/workload.hpp"

namespace npushare::soak {

using embedded::Object;
using embedded::PluginChip;

namespace {

// Every fault there is, with the chance that it strikes in percent. Plugin faults fail pods, so
// they are rarer. A delayed write is shorter than a restart takes: what a dead client has sent must
// not arrive later than its successor's list, which in a real cluster the lease sees to.
struct Row {
  const char* keys;
  int percent;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"fault: status, code: 409, verb: bind", 8},
      {"fault: status, code: 409, verb: patch", 10},
      {"fault: status, code: 410, verb: list", 10},
      {"fault: status, code: 410, verb: watch", 20},
      {"fault: status, code: 422, verb: bind", 5},
      {"fault: status, code: 422, verb: patch", 5},
      {"fault: status, code: 429, retryAfter: 1s", 4},
      {"fault: status, code: 429", 8},
      {"fault: status, code: 500", 6},
      {"fault: status, code: 500, applied: true, verb: patch", 10},
      {"fault: status, code: 503", 6},
      {"fault: status, code: 504", 6},
      {"fault: status, code: 504, applied: true, verb: bind", 10},
      {"fault: status, code: 401, verb: get", 5},
      {"fault: status, code: 403, verb: patch", 3},
      {"fault: delay, time: 20ms", 30},
      {"fault: delay, time: 700ms, verb: get", 10},
      {"fault: hang, verb: bind", 2},
      {"fault: hang, verb: patch", 2},
      {"fault: hang, verb: get", 3},
      {"fault: reset", 6},
      {"fault: reset, verb: bind", 15},
      {"fault: lose-reply, verb: bind", 15},
      {"fault: lose-reply, verb: patch", 15},
      {"fault: watch-end, events: 6", 60},
      {"fault: watch-cut, events: 4", 60},
      {"fault: watch-silent, events: 20", 4},
      {"fault: watch-expired, events: 10", 40},
      {"fault: watch-duplicate", 50},
      {"fault: watch-replay, back: 40", 60},
      {"fault: watch-replay, back: 200", 40},
      {"fault: watch-no-bookmarks", 50},
      {"fault: plugin-hang, time: 1500ms", 1},
      {"fault: plugin-slow, time: 120ms", 10},
      {"fault: plugin-fail", 4},
      {"fault: plugin-crash, before: erase", 2},
      {"fault: plugin-crash, before: phase", 2},
      {"fault: plugin-crash, before: release", 2},
      {"fault: plugin-keep-lock", 6},
      {"fault: plugin-stale-lock", 5},
      {"fault: plugin-stale-lock, owner: nobody, age: 10m", 4},
      {"fault: plugin-mute", 30},
  };
  return all;
}

}  // namespace

std::string ScriptChanger::a_rule() {
  const Row& row = dice_.pick(rows());
  const std::int64_t percent = dice_.between(1, 2 * row.percent);
  const std::string digits = std::to_string(std::min<std::int64_t>(percent, 99));
  return std::string("{") + row.keys + ", probability: 0." + (digits.size() == 1 ? "0" : "") +
         digits + "}";
}

std::chrono::milliseconds ScriptChanger::step() {
  const bool is_breath = dice_.in(10);
  // Watches end often, so that the next ones meet their faults.
  std::string rules = is_breath ? "" : "{fault: watch-end, events: 12, probability: 0.5}";
  for (std::int64_t k = is_breath ? 0 : dice_.between(6, 16); k > 0; --k)
    rules += (rules.empty() ? "" : ", ") + a_rule();
  const std::string text =
      "{seed: " + std::to_string(dice_.between(1, 1'000'000)) + ", rules: [" + rules + "]}";
  Result<config::FaultScript> script = config::read_fault_script(text, "soak");
  if (!script) throw std::runtime_error(script.error().message + "\n" + text);
  world_.faults().replace(*std::move(script));
  findings_.note("script " + text);
  return is_breath ? dice_.ms(200, 800) : dice_.ms(1000, 4000);
}

std::chrono::milliseconds Restarter::step() {
  if (service_.is_running()) {
    if (scheduler_.under_way() > 0) findings_.count("service ended while binds were under way");
    service_.end();
    findings_.count("service ended");
    findings_.note("service ended");
  }
  const Body as = body_ == Body::kBoth ? (dice_.in(70) ? Body::kProgram : Body::kApp) : body_;
  if (!service_.start(as)) {
    findings_.count("service did not become ready");
    return dice_.ms(10, 100);
  }
  const std::string what = as == Body::kProgram ? "programs started" : "apps started";
  findings_.count(what);
  findings_.note(what);
  return dice_.in(20) ? dice_.ms(50, 400) : dice_.ms(2500, 9000);
}

std::chrono::milliseconds NodeChanger::step() {
  const bool mends = !broken_.empty() && (broken_.size() > 2 || dice_.in(50));
  if (mends) {
    const NodePlan plan = broken_.front();
    tell("nodes mended", plan.name);
    broken_.erase(broken_.begin());
    if (!world_.store().get(embedded::node_place(plan.name)).ok()) world_.return_node(plan.name);
    world_.restart_plugin(plan.name, plan.mode, plan.chips);
  } else {
    const NodePlan& plan = dice_.pick(world_.plans());
    break_node(plan);
    broken_.push_back(plan);
  }
  return dice_.ms(300, 2000);
}

void NodeChanger::break_node(const NodePlan& plan) {
  std::vector<PluginChip> chips = plan.chips;
  switch (dice_.between(1, 4)) {
    case 1:
      chips.back().is_healthy = false;
      tell("chips made unhealthy", plan.name);
      return world_.restart_plugin(plan.name, plan.mode, chips);
    case 2:
      chips.pop_back();
      tell("chips taken away", plan.name);
      return world_.restart_plugin(plan.name, plan.mode, chips);
    case 3:
      tell("nodes in another mode", plan.name);
      return world_.restart_plugin(plan.name, plan.mode == Mode::kSoft ? Mode::kHard : Mode::kSoft,
                                   chips);
    default: return remove(plan.name);
  }
}

void NodeChanger::tell(const std::string& what, const std::string& node) {
  findings_.count(what);
  findings_.note(what + ": " + node);
}

/// Sometimes the pods of a deleted node are collected as garbage, sometimes it is back before.
void NodeChanger::remove(const std::string& node) {
  world_.remove_node(node);
  tell("nodes deleted", node);
  if (dice_.in(50)) return;
  for (const Object& pod : world_.store().snapshot(embedded::pods()).objects)
    if (pod->at("spec", "nodeName").string() == node) delete_pod(world_, *pod, 0);
}

}  // namespace npushare::soak
