/// A thread that does the same thing again and again, with pauses, until it is stopped.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace npushare::soak {

class Worker {
 public:
  using Step = std::function<std::chrono::milliseconds()>;

  /// `step` returns how long to pause before the next one.
  explicit Worker(Step step)
      : thread_([step = std::move(step)](const std::stop_token& stop) { run(step, stop); }) {}

  /// Returns when the thread has ended.
  void stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  static void run(const Step& step, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any pause;
    while (!stop.stop_requested()) {
      const std::chrono::milliseconds time = step();
      std::unique_lock held(mutex);
      pause.wait_for(held, stop, time, [] { return false; });
    }
  }

  std::jthread thread_;
};

/// True as soon as the condition holds; false when it does not in that time.
inline bool holds_within(std::chrono::milliseconds time, const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // between two looks
  }
  return true;
}

}  // namespace npushare::soak
