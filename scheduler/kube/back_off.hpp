/// How long to wait after one more failure.
///
/// Starts at `first`, doubles, and is drawn from [base, 2 * base] so that replicas spread out;
/// never above `longest`. Starts anew when the last failure is `healthy` ago.
/// Source: spec/kube-scheduler-extender.md 4.1.10.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>

namespace npushare::kube {

class BackOff {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = std::chrono::milliseconds;

  static constexpr Time kHealthy{120'000};

  BackOff(Time first, Time longest, std::uint64_t seed, Time healthy = kHealthy)
      : first_(std::max(first, Time{1})),
        longest_(std::max(longest, 2 * first_)),
        healthy_(healthy),
        base_(first_),
        random_(seed) {}

  Time next(Clock::time_point now) {
    if (failed_at_ && now - *failed_at_ >= healthy_) base_ = first_;
    failed_at_ = now;
    const Time base = base_;
    base_ = std::min(2 * base_, longest_ / 2);
    return base + Time(between(0, base.count()));
  }

  /// A number from [least, most]: the same for the same seed on every machine.
  std::int64_t between(std::int64_t least, std::int64_t most) {
    const auto width = static_cast<std::uint64_t>(most - least) + 1;
    return least + static_cast<std::int64_t>(random_() % width);
  }

 private:
  Time first_;
  Time longest_;
  Time healthy_;
  Time base_;
  std::optional<Clock::time_point> failed_at_;
  std::mt19937_64 random_;
};

}  // namespace npushare::kube
