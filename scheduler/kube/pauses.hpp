/// Waits that can be ended early.
///
/// Threads: any.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "scheduler/kube/interrupt.hpp"

namespace npushare::kube {

namespace asio = boost::asio;

class Pauses {
 public:
  /// Ends early at wake(), at stop() and at an interrupt. Does not begin when `is_over`: asked once
  /// a wake() would end the wait, so that none comes too early to be noticed.
  asio::awaitable<void> wait(asio::any_io_executor executor, std::chrono::nanoseconds time,
                             std::shared_ptr<Interrupt> interrupt = nullptr,
                             std::function<bool()> is_over = nullptr);

  /// Ends the waits there are.
  void wake();
  /// Ends all waits, now and for good.
  void stop();

 private:
  using Timer = asio::steady_timer;

  bool add(const std::shared_ptr<Timer>& timer);
  void end_all();

  std::mutex mutex_;
  std::vector<std::weak_ptr<Timer>> timers_;
  bool is_stopped_ = false;
};

}  // namespace npushare::kube
