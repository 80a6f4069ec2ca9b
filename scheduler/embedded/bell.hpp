/// Wakes one coroutine: rung from any thread, waited for by one coroutine at a time.
///
/// A ring between two waits is not lost; many rings before a wait wake it once.
/// Threads: the executor runs one handler at a time (a strand); wait() is called on it.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>

namespace npushare::embedded {

class Bell : public std::enable_shared_from_this<Bell> {
 public:
  explicit Bell(boost::asio::any_io_executor strand)
      : strand_(std::move(strand)), timer_(strand_) {}

  void ring();

  /// Returns when rung, or at that time.
  boost::asio::awaitable<void> wait(std::chrono::steady_clock::time_point until);

 private:
  boost::asio::any_io_executor strand_;
  boost::asio::steady_timer timer_;
  std::atomic<bool> is_ringing_{false};  // a ring is on its way to the strand
  bool was_rung_ = false;                // on the strand only
};

}  // namespace npushare::embedded
