/// A clock that a test moves by hand. Threads: any.
#pragma once

#include <atomic>
#include <chrono>

#include "scheduler/observe/clock.hpp"

namespace npushare::testing_support {

class MovedClock final : public observe::Clock {
 public:
  Monotonic now() const override { return Monotonic(std::chrono::milliseconds(moved_)); }
  Wall wall() const override {
    return Wall(std::chrono::seconds{1'786'693'660} + std::chrono::milliseconds(moved_));
  }
  void advance(std::chrono::milliseconds time) { moved_ += time.count(); }

 private:
  std::atomic<std::int64_t> moved_ = 1'000'000;
};

}  // namespace npushare::testing_support
