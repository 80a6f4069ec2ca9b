/// How long to wait after one more failure.
///
/// Starts at `first`, doubles, and is drawn from [base, 2 * base] so that replicas spread out;
/// never above `longest`. Source: spec/kube-scheduler-extender.md 4.1.10.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>

namespace npushare::kube {

class BackOff {
 public:
  using Time = std::chrono::milliseconds;

  BackOff(Time first, Time longest, std::uint64_t seed)
      : first_(std::max(first, Time{1})),
        longest_(std::max(longest, 2 * first_)),
        base_(first_),
        random_(seed) {}

  Time next() {
    const Time base = base_;
    base_ = std::min(2 * base_, longest_ / 2);
    return base + Time(between(0, base.count()));
  }

  void reset() { base_ = first_; }

  /// A number from [least, most]: the same for the same seed on every machine.
  std::int64_t between(std::int64_t least, std::int64_t most) {
    const auto width = static_cast<std::uint64_t>(most - least) + 1;
    return least + static_cast<std::int64_t>(random_() % width);
  }

 private:
  Time first_;
  Time longest_;
  Time base_;
  std::mt19937_64 random_;
};

}  // namespace npushare::kube
