/// The last decisions a pod, for as many pods as there is room for.
///
/// Shape:   the newest first. A decision that only repeats the pod's last one does not take its
///          place beside it: it is counted, and the first and the last time are kept.
/// Bounds:  `per_pod` entries a pod and `decisions` in all, then the oldest go, whosesoever they
///          are. An entry is about 600 bytes with its texts and its place in the index: 12 MiB for
///          the 20,000 that are the default. 0 decisions: nothing is remembered.
/// Threads: any; note() costs about a microsecond under a mutex.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "scheduler/history/decision.hpp"

namespace npushare::history {

struct LogLimits {
  std::size_t decisions = 20'000;
  std::size_t per_pod = 20;
};

/// A decision, made once or several times in a row.
struct LogEntry {
  Decision decision;  // the last of them
  observe::Clock::Wall first;
  std::uint32_t times = 1;
};

struct LogQuestion {
  std::size_t limit = 100;
  std::optional<PodKey> pod;  // nothing: all
  std::optional<Verb> verb;   // likewise
};

class DecisionLog {
 public:
  explicit DecisionLog(LogLimits limits = {}) : limits_(limits) {}

  void note(Decision decision);

  /// Says in words what the pod's last refusal by filter was about.
  void describe(const PodKey& pod, const PodUid& uid, const std::string& message);

  std::vector<LogEntry> newest(const LogQuestion& question) const;
  std::size_t size() const;

 private:
  using Entries = std::list<LogEntry>;
  using PodEntries = std::vector<Entries::iterator>;  // the oldest first

  bool repeats_last(const Decision& decision, PodEntries& entries);
  void drop_oldest_of(PodEntries& entries);
  void drop_oldest();

  const LogLimits limits_;
  mutable std::mutex mutex_;
  Entries entries_;  // the newest first
  std::unordered_map<PodKey, PodEntries> pods_;
};

}  // namespace npushare::history
