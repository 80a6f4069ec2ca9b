/// Waits that a stop ends early.
///
/// Threads: any.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

namespace npushare::kube {

namespace asio = boost::asio;

class Pauses {
 public:
  asio::awaitable<void> wait(asio::any_io_executor executor, std::chrono::milliseconds time);

  /// Ends all waits, now and for good.
  void stop();

 private:
  bool add(const std::shared_ptr<asio::steady_timer>& timer);

  std::mutex mutex_;
  std::vector<std::weak_ptr<asio::steady_timer>> timers_;
  bool is_stopped_ = false;
};

}  // namespace npushare::kube
