/// Volcano asks node by node, several at once, and again every second; people want to read once
/// what became of a pod.
///
/// A round is what is asked about one pod until another pod's turn comes, the pod is asked about a
/// node a second time, or the session ends. What went well, and as the last time, is told again
/// only after kAgain: sessions place gangs that are not complete every second.
/// Bounds:  kMost pods' last rounds are remembered, then all are forgotten.
/// Threads: any.
/// Source:  spec/volcano-deviceshare.md 5.6 (call counts).
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "scheduler/observe/clock.hpp"
#include "scheduler/verbs/call_notes.hpp"

namespace npushare::volcano {

class Tally {
 public:
  static constexpr std::chrono::seconds kAgain{60};
  static constexpr std::chrono::milliseconds kPause{500};  // of the calls: the round is over
  static constexpr std::size_t kMost = 10'000;

  Tally(const LedgerBook& book, const observe::Clock& clock) : book_(book), clock_(clock) {}

  /// One node's verdict; `node.best` names the node. Gives the round that this call has ended, if
  /// it is worth telling.
  std::optional<verbs::CallNotes> add(const verbs::CallNotes& node);
  /// Is a placement on trial, or why there is none, worth telling?
  bool is_news(const verbs::CallNotes& placement);
  /// The session goes on to something else.
  std::optional<verbs::CallNotes> finish();
  /// finish(), if nothing was added for kPause.
  std::optional<verbs::CallNotes> finish_if_idle();

 private:
  using Time = observe::Clock::Monotonic;

  struct Told {
    verbs::CallNotes round;
    Time at;
  };

  bool is_another_round(const verbs::CallNotes& node) const;
  std::optional<verbs::CallNotes> close_round();
  bool is_news(const verbs::CallNotes& round, std::unordered_map<PodUid, Told>& told) const;

  const LedgerBook& book_;
  const observe::Clock& clock_;

  std::mutex mutex_;  // guards all below
  std::optional<verbs::CallNotes> round_;
  std::unordered_set<NodeName> nodes_;  // of the round
  Time last_{};
  std::unordered_map<PodUid, Told> told_;
  std::unordered_map<PodUid, Told> placed_;
};

}  // namespace npushare::volcano
