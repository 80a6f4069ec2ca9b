#include "tests/simulation/sim_scheduler.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/backends/keys.hpp"
#include "scheduler/embedded/pod_rules.hpp"
#include "tests/soak/grants.hpp"

namespace npushare::simulation {

using wire::Json;

namespace {

constexpr Millis kLook{100};
constexpr Millis kCallTimeout{5'000};
constexpr Millis kFlush{300'000};

Millis back_off(int failures) {
  return Millis{std::min(1 << (std::min(failures, 5) - 1), 10) * 1000};
}

}  // namespace

SimScheduler::SimScheduler(Sky sky, Diary& diary, std::vector<NodeName> nodes,
                           std::function<Replica*()> leader)
    : sky_(sky), diary_(diary), nodes_(std::move(nodes)), leader_(std::move(leader)) {
  look();
}

std::size_t SimScheduler::under_way() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(tasks_, [](const auto& task) { return task.second.is_calling; }));
}

void SimScheduler::look() {
  std::erase_if(tasks_, [this](const auto& task) {
    return task.second.is_calling && sky_.timeline.now() - task.second.called > 2 * kCallTimeout;
  });
  for (const embedded::Object& pod : sky_.store.snapshot(embedded::pods()).objects)
    if (!embedded::is_bound(*pod) && !embedded::is_terminating(*pod) && !embedded::is_over(*pod))
      attend(*pod);
  sky_.timeline.after(kLook, [this] { look(); });
}

void SimScheduler::attend(const Json& shown) {
  Task& task = tasks_[shown.at("metadata", "uid").string()];
  const std::string& nudge = soak::annotation_of(shown, std::string(backends::kNudgeKey)).string();
  const bool is_nudged = std::exchange(task.nudge, nudge) != nudge;
  if (task.is_calling && sky_.timeline.now() - task.called >= kCallTimeout) fail(task);
  if (task.is_calling || (task.due > sky_.timeline.now() && !(is_nudged && task.failures == 0)))
    return;
  schedule(task, *wire::read_pod(shown.text()));
}

void SimScheduler::schedule(Task& task, const wire::Pod& pod) {
  Replica* const leader = leader_();
  if (leader == nullptr) return fail(task);
  const std::vector<NodeName> fitting = leader->fitting(pod, nodes_);
  if (fitting.empty()) {
    task.failures = 0;
    task.due = sky_.timeline.now() + kFlush;
    return;
  }
  const NodeName node = sky_.dice.pick(fitting);
  task.is_calling = true;
  task.called = sky_.timeline.now();
  task.call = ++calls_;
  diary_.note("tries " + pod.key.name + " (" + pod.uid.text() + ") on " + node.text());
  leader->bind(
      {pod.key, pod.uid, node},
      [this, uid = pod.uid.text(), call = task.call](const Result<>& done) {
        answered(uid, call, done);
      },
      [&timeline = sky_.timeline, since = task.called] {
        return timeline.now() - since >= kCallTimeout;
      });
}

void SimScheduler::answered(const std::string& uid, std::uint64_t call, const Result<>& done) {
  sky_.findings.count(done ? "binds" : "binds that failed");
  diary_.note("bind of " + uid + (done ? ": done" : ": " + done.error().message));
  const auto task = tasks_.find(uid);
  if (task == tasks_.end() || task->second.call != call || !task->second.is_calling) return;
  if (!done) return fail(task->second);
  tasks_.erase(task);
}

void SimScheduler::fail(Task& task) {
  task.is_calling = false;
  task.due = sky_.timeline.now() + back_off(++task.failures);
}

}  // namespace npushare::simulation
