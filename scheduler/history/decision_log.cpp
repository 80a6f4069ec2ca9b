#include "scheduler/history/decision_log.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace npushare::history {
namespace {

/// Apart from when it was made. A refusal's words are made after it was noted.
bool is_same(const Decision& later, const Decision& before) {
  const bool says_the_same = later.message.empty() || later.message == before.message;
  return says_the_same && later.uid == before.uid && later.verb == before.verb &&
         later.outcome == before.outcome && later.node == before.node &&
         later.nodes == before.nodes && later.fits == before.fits &&
         later.reasons == before.reasons;
}

bool is_asked_for(const LogEntry& entry, const LogQuestion& question) {
  return !question.verb || entry.decision.verb == *question.verb;
}

}  // namespace

void DecisionLog::note(Decision decision) {
  if (limits_.decisions == 0 || limits_.per_pod == 0) return;
  const std::lock_guard lock(mutex_);
  PodEntries& entries = pods_[decision.pod];
  if (repeats_last(decision, entries)) return;
  if (entries.size() >= limits_.per_pod) drop_oldest_of(entries);
  const observe::Clock::Wall at = decision.at;
  entries_.push_front({.decision = std::move(decision), .first = at});
  entries.push_back(entries_.begin());
  if (entries_.size() > limits_.decisions) drop_oldest();
}

bool DecisionLog::repeats_last(const Decision& decision, PodEntries& entries) {
  if (entries.empty() || !is_same(decision, entries.back()->decision)) return false;
  LogEntry& last = *entries.back();
  last.decision.at = decision.at;
  ++last.times;
  entries_.splice(entries_.begin(), entries_, entries.back());
  return true;
}

void DecisionLog::drop_oldest_of(PodEntries& entries) {
  entries_.erase(entries.front());
  entries.erase(entries.begin());
}

/// The oldest of all is the oldest of its pod: a pod's entries stand in the same order.
void DecisionLog::drop_oldest() {
  const auto pod = pods_.find(entries_.back().decision.pod);
  drop_oldest_of(pod->second);
  if (pod->second.empty()) pods_.erase(pod);
}

void DecisionLog::describe(const PodKey& pod, const PodUid& uid, const std::string& message) {
  const std::lock_guard lock(mutex_);
  const auto known = pods_.find(pod);
  if (known == pods_.end()) return;
  for (const Entries::iterator entry : std::views::reverse(known->second)) {
    Decision& decision = entry->decision;
    if (decision.verb != Verb::kFilter || decision.uid != uid) continue;
    if (decision.outcome == Outcome::kRefused) decision.message = message;
    return;
  }
}

std::vector<LogEntry> DecisionLog::newest(const LogQuestion& question) const {
  std::vector<LogEntry> found;
  const std::lock_guard lock(mutex_);
  const auto take = [&](const LogEntry& entry) {
    if (is_asked_for(entry, question)) found.push_back(entry);
    return found.size() < question.limit;
  };
  if (!question.pod) {
    [[maybe_unused]] const bool has_all = std::ranges::all_of(entries_, take);
    return found;
  }
  const auto known = pods_.find(*question.pod);
  if (known == pods_.end()) return found;
  for (const Entries::iterator entry : std::views::reverse(known->second))
    if (!take(*entry)) break;
  return found;
}

std::size_t DecisionLog::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace npushare::history
