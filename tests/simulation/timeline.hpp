/// Time that goes on only when something happens: what is due next, in one fixed order.
///
/// Units:   virtual milliseconds since the run began.
/// Threads: one.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "scheduler/observe/clock.hpp"

namespace npushare::simulation {

using Millis = std::chrono::milliseconds;
using Later = std::function<void(Millis, std::function<void()>)>;

class Timeline {
 public:
  /// What is due at the same time happens in the order in which it was asked for.
  void after(Millis wait, std::function<void()> what) {
    due_.emplace(std::pair(now_ + std::max(wait, Millis{0}), ++number_), std::move(what));
  }

  /// The next thing. False: nothing is left to happen.
  bool step() {
    if (due_.empty()) return false;
    auto next = due_.extract(due_.begin());
    now_ = next.key().first;
    next.mapped()();
    return true;
  }

  Millis now() const { return now_; }
  /// What a clock on the wall shows that is right.
  observe::Clock::Wall wall() const {
    return observe::Clock::Wall(std::chrono::seconds{1'786'693'660}) + now_;
  }
  std::uint64_t steps() const { return number_; }

 private:
  std::map<std::pair<Millis, std::uint64_t>, std::function<void()>> due_;
  Millis now_{0};
  std::uint64_t number_ = 0;
};

/// The clocks of one machine. The monotonic one begins where it likes and goes a little too fast or
/// too slow; the wall clock can be set.
class MachineClock final : public observe::Clock {
 public:
  /// `drift`: parts in a million.
  MachineClock(const Timeline& timeline, Millis start, std::int64_t drift)
      : timeline_(timeline), start_(start), drift_(drift) {}

  Monotonic now() const override { return Monotonic(passed()); }
  Wall wall() const override { return timeline_.wall() + wrong_by_; }
  void set_wrong_by(Millis difference) { wrong_by_ = difference; }

 private:
  std::chrono::nanoseconds passed() const {
    const std::chrono::nanoseconds real = timeline_.now();
    return start_ + real + real * drift_ / 1'000'000;
  }

  const Timeline& timeline_;
  const Millis start_;
  const std::int64_t drift_;
  Millis wrong_by_{0};
};

}  // namespace npushare::simulation
