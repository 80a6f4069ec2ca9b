#include "scheduler/embedded/schedule_queue.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "scheduler/embedded/pod_rules.hpp"
#include "scheduler/embedded/store.hpp"

namespace npushare::embedded {

using wire::Json;

namespace {

const std::string& uid_of(const Object& pod) {
  return pod->at("metadata", "uid").string();
}

/// Versions rise with every write, so among pods of one second the earlier created comes first.
auto age_of(const Object& pod) {
  return std::tuple(pod->at("metadata", "creationTimestamp").string(),
                    read_version(pod->at("metadata", "resourceVersion").string()).value_or(0));
}

}  // namespace

bool asks_extended_resource(const Json& pod) {
  for (const char* list : {"initContainers", "containers"})
    for (const Json& container : pod.at("spec", list).items())
      for (const auto& [name, amount] : container.at("resources", "limits").members())
        if (name.find('/') != std::string::npos) return true;
  return false;
}

bool is_schedulable(const Json& pod, const std::string& scheduler_name) {
  if (is_bound(pod) || is_over(pod) || is_terminating(pod)) return false;
  if (!pod.at("spec", "schedulingGates").items().empty()) return false;
  return pod.at("spec", "schedulerName").string() == scheduler_name || asks_extended_resource(pod);
}

std::vector<Object> ScheduleQueue::due(const std::vector<Object>& pending, Version last_change,
                                       Steady now) {
  forget_all_but(pending);
  number_new_pods(pending);
  std::vector<Object> found;
  for (const Object& pod : pending)
    if (is_due(states_[uid_of(pod)], last_change, now)) found.push_back(pod);
  std::ranges::sort(found, {}, [this](const Object& pod) {
    return std::tuple(-pod->at("spec", "priority").integer(), states_[uid_of(pod)].order);
  });
  return found;
}

bool ScheduleQueue::is_due(const State& state, Version last_change, Steady now) const {
  if (state.is_in_flight) return false;
  if (state.tried_at == 0) return true;
  if (state.failures > 0) return now >= state.not_before;
  return last_change > state.tried_at;
}

void ScheduleQueue::forget_all_but(const std::vector<Object>& pending) {
  std::set<std::string> there;
  for (const Object& pod : pending) there.insert(uid_of(pod));
  std::erase_if(states_, [&there](const auto& entry) {
    return !entry.second.is_in_flight && !there.contains(entry.first);
  });
}

void ScheduleQueue::number_new_pods(const std::vector<Object>& pending) {
  std::vector<Object> fresh;
  for (const Object& pod : pending)
    if (!states_.contains(uid_of(pod))) fresh.push_back(pod);
  std::ranges::sort(fresh, {}, age_of);
  for (const Object& pod : fresh) states_[uid_of(pod)].order = next_order_++;
}

void ScheduleQueue::began(const std::string& uid, Version seen) {
  states_[uid].tried_at = seen;
  states_[uid].is_in_flight = true;
}

void ScheduleQueue::refused(const std::string& uid) {
  states_[uid].is_in_flight = false;
  states_[uid].failures = 0;
}

void ScheduleQueue::failed(const std::string& uid, Steady now) {
  State& state = states_[uid];
  state.is_in_flight = false;
  state.failures = std::min(state.failures + 1, 5);
  const std::chrono::seconds pause(std::min(1 << (state.failures - 1), 10));
  state.not_before = now + pause;
}

void ScheduleQueue::bound(const std::string& uid) {
  refused(uid);
}

std::optional<ScheduleQueue::Steady> ScheduleQueue::next_retry() const {
  std::optional<Steady> first;
  for (const auto& [uid, state] : states_)
    if (state.failures > 0 && !state.is_in_flight && (!first || state.not_before < *first))
      first = state.not_before;
  return first;
}

}  // namespace npushare::embedded
