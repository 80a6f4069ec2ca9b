/// A token bucket: so many calls a second, and a burst of them at once.
///
/// Threads: any.
/// Source:  spec/kube-scheduler-extender.md 4.3.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>

namespace npushare::kube {

class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = std::chrono::nanoseconds;

  RateLimit(int per_second, int burst)
      : step_(std::chrono::nanoseconds(std::chrono::seconds(1)) / per_second),
        head_start_(step_ * (burst - 1)) {}

  /// Takes a token and says how long its call must wait. Nothing, and no token taken, when that
  /// would be longer than `most`.
  std::optional<Time> take(Clock::time_point now, Time most) {
    const std::lock_guard lock(mutex_);
    const Clock::time_point turn = std::max(next_, now);
    const Time wait = std::max(turn - now - head_start_, Time{0});
    if (wait > most) return std::nullopt;
    next_ = turn + step_;
    return wait;
  }

 private:
  Time step_;
  Time head_start_;
  std::mutex mutex_;
  Clock::time_point next_{};  // when the next call would go if none ever came in a burst
};

}  // namespace npushare::kube
