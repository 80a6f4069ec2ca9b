#include "scheduler/history/waiting_list.hpp"

#include <algorithm>
#include <tuple>

namespace npushare::history {

void WaitingList::refused(const Decision& decision) {
  if (decision.uid.empty()) return;
  const std::lock_guard lock(mutex_);
  if (pods_.size() >= kMost && !pods_.contains(decision.uid)) forget_one();
  Place& place = pods_[decision.uid];
  if (place.pod.attempts == 0) place.pod.since = decision.at;
  // Its words outlive a refusal for the same reasons: the next ones are made in a moment.
  const bool is_as_before =
      decision.message.empty() && decision.reasons == place.pod.last.reasons &&
      decision.nodes == place.pod.last.nodes && decision.verb == place.pod.last.verb;
  std::string words = is_as_before ? std::move(place.pod.last.message) : decision.message;
  place.pod.last = decision;
  place.pod.last.message = std::move(words);
  ++place.pod.attempts;
  place.is_refused = true;
}

void WaitingList::placed(const PodUid& pod) {
  const std::lock_guard lock(mutex_);
  if (const auto known = pods_.find(pod); known != pods_.end()) known->second.is_refused = false;
}

void WaitingList::gone(const PodUid& pod) {
  const std::lock_guard lock(mutex_);
  pods_.erase(pod);
}

void WaitingList::describe(const PodUid& pod, const std::string& message) {
  const std::lock_guard lock(mutex_);
  const auto known = pods_.find(pod);
  if (known != pods_.end() && known->second.pod.last.verb == Verb::kFilter)
    known->second.pod.last.message = message;
}

std::vector<WaitingPod> WaitingList::oldest_first() const {
  std::vector<WaitingPod> waiting;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [uid, place] : pods_)
      if (place.is_refused) waiting.push_back(place.pod);
  }
  std::ranges::sort(waiting, {}, [](const WaitingPod& pod) {
    return std::tie(pod.since, pod.last.pod, pod.last.uid);
  });
  return waiting;
}

void WaitingList::forget_one() {
  pods_.erase(std::ranges::min_element(pods_, {},
                                       [](const auto& entry) { return entry.second.pod.last.at; }));
}

}  // namespace npushare::history
