/// How an informer fares, for health and metrics.
///
/// Threads: any.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace npushare::kube {

/// What an informer is at.
enum class Standing : std::uint8_t {
  kNone,      // between two tries
  kListing,   // all objects are on their way
  kWatching,  // a watch is open
};

class InformerStats {
 public:
  using Clock = std::chrono::steady_clock;

  std::atomic<std::uint64_t> lists{0};       // that came to their end
  std::atomic<std::uint64_t> watches{0};     // that were begun
  std::atomic<std::uint64_t> events{0};      // without bookmarks
  std::atomic<std::uint64_t> bad_events{0};  // undecodable: counted, logged, skipped
  std::atomic<std::uint64_t> version{0};     // of the last thing the sink was told; 0: not a number

  Standing standing() const { return standing_; }

  /// Since the server was last heard: a page, an event or a bookmark. Nothing: never yet.
  std::optional<Clock::duration> silence(Clock::time_point now) const {
    const Clock::rep heard = heard_;
    if (heard == kNever) return std::nullopt;
    return now.time_since_epoch() - Clock::duration(heard);
  }

  /// Why it is not watching; empty once it is again.
  std::string last_error() const {
    const std::lock_guard lock(mutex_);
    return last_error_;
  }

  // What follows is the informer's side.

  void stand(Standing standing) { standing_ = standing; }
  void hear(Clock::time_point now) { heard_ = now.time_since_epoch().count(); }
  void fail(std::string error) {
    const std::lock_guard lock(mutex_);
    last_error_ = std::move(error);
  }

 private:
  static constexpr Clock::rep kNever = -1;

  std::atomic<Standing> standing_{Standing::kNone};
  std::atomic<Clock::rep> heard_{kNever};
  mutable std::mutex mutex_;
  std::string last_error_;
};

}  // namespace npushare::kube
