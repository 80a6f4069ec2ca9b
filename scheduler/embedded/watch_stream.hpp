/// A watch that is running: from a version on, line after line, until its time is up.
///
/// Errors:  a position that the log has dropped, at the start or later: one ERROR event with a 410.
/// Threads: one coroutine a watch, on the connection's executor.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

#include "scheduler/embedded/store.hpp"
#include "scheduler/embedded/watch_events.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

struct WatchCall {
  WatchScope scope;
  std::optional<Version> from;  // nothing: the current state first, as ADDED events
  bool wants_bookmarks = false;
  bool marks_initial_end = false;
  std::chrono::steady_clock::duration duration{};
  std::chrono::steady_clock::duration bookmark_every{};
};

/// `is_open` turns false when the server stops; the store must be woken then.
boost::asio::awaitable<void> run_watch(std::shared_ptr<Store> store,
                                       std::shared_ptr<const std::atomic<bool>> is_open,
                                       WatchCall call, http::Stream& out);

}  // namespace npushare::embedded
