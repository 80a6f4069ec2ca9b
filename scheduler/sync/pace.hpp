/// How long a node takes for one pod, from its turn to the next one's: the mean of the last few.
///
/// Threads: none; the owner guards it.
#pragma once

#include <algorithm>
#include <chrono>

namespace npushare::sync {

class Pace {
 public:
  using Duration = std::chrono::steady_clock::duration;

  void add(Duration took) {
    count_ = std::min(count_ + 1, kMemory);
    mean_ += (took - mean_) / count_;
  }

  /// A turn that goes on longer than the mean is evidence too.
  Duration estimate(Duration current) const { return std::max(mean_, current); }

 private:
  static constexpr int kMemory = 8;

  Duration mean_{0};
  int count_ = 0;
};

}  // namespace npushare::sync
