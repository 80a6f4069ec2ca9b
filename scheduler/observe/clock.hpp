/// Time, injected: a test moves it by hand.
#pragma once

#include <chrono>

namespace npushare::observe {

class Clock {
 public:
  using Monotonic = std::chrono::steady_clock::time_point;
  using Wall = std::chrono::system_clock::time_point;

  virtual ~Clock() = default;
  virtual Monotonic now() const = 0;  // for ages and deadlines
  virtual Wall wall() const = 0;      // for what other machines read
};

/// The machine's own clocks.
class SystemClock final : public Clock {
 public:
  Monotonic now() const override { return std::chrono::steady_clock::now(); }
  Wall wall() const override { return std::chrono::system_clock::now(); }
};

}  // namespace npushare::observe
