/// The NPU pods that were refused when they were last asked for, and are not bound.
///
/// Bounds:  kMost pods; then the one refused longest ago is forgotten, and comes back with its next
///          refusal. About 400 bytes a pod.
/// Threads: any.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "scheduler/history/decision.hpp"

namespace npushare::history {

struct WaitingPod {
  Decision last;  // the refusal it waits after
  observe::Clock::Wall since;
  std::uint32_t attempts = 0;  // refused so often
};

class WaitingList {
 public:
  static constexpr std::size_t kMost = 10'000;

  /// A decision about a pod that has no UID is none about a pod of the cluster.
  void refused(const Decision& decision);
  /// Some node will do: it is not refused any more, unless something else comes in its way.
  void placed(const PodUid& pod);
  /// Bound, or deleted.
  void gone(const PodUid& pod);
  void describe(const PodUid& pod, const std::string& message);

  /// By when they were refused first.
  std::vector<WaitingPod> oldest_first() const;

 private:
  struct Place {
    WaitingPod pod;
    bool is_refused = true;
  };

  void forget_one();

  mutable std::mutex mutex_;
  std::unordered_map<PodUid, Place> pods_;
};

}  // namespace npushare::history
