/// Ends a call or a pause that is under way, from outside of it.
///
/// One call or pause at a time may be under it.
/// Threads: any.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace npushare::kube {

class Interrupt {
 public:
  /// Ends what is under way, and at once whatever begins until reset().
  void raise() {
    std::function<void()> end;
    {
      const std::lock_guard lock(mutex_);
      is_raised_ = true;
      end = std::exchange(end_, nullptr);
    }
    if (end) end();
  }

  void reset() {
    const std::lock_guard lock(mutex_);
    is_raised_ = false;
  }

  bool is_raised() const {
    const std::lock_guard lock(mutex_);
    return is_raised_;
  }

  /// For what can be ended: `end` is called at most once, from any thread. False, and never, when
  /// it is raised already.
  bool attach(std::function<void()> end) {
    const std::lock_guard lock(mutex_);
    if (!is_raised_) end_ = std::move(end);
    return !is_raised_;
  }

  /// From now on it is not called. False: it has been, or is about to be.
  bool detach() {
    const std::lock_guard lock(mutex_);
    end_ = nullptr;
    return !is_raised_;
  }

 private:
  mutable std::mutex mutex_;
  std::function<void()> end_;
  bool is_raised_ = false;
};

}  // namespace npushare::kube
