/// Tells an observer of one call to the API server, once: when it has ended, or when its stream has
/// begun.
///
/// Threads: one call's own.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "scheduler/kube/call_end.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::kube {

enum class CallShape : std::uint8_t { kPlain, kStream };

class CallReport {
 public:
  /// The observer may be empty; it must outlive this.
  CallReport(const CallObserver& observer, const Call& call, CallShape shape)
      : observer_(observer), verb_(shape == CallShape::kStream ? "WATCH" : call.method) {}
  CallReport(const CallReport&) = delete;
  CallReport& operator=(const CallReport&) = delete;

  /// What to run when the stream has begun, `on_open` included. Must not be run once this is gone.
  std::function<void()> at_opening(std::function<void()> on_open) {
    return [this, on_open = std::move(on_open)] {
      constexpr unsigned kOk = 200;
      tell({.status = kOk});
      if (on_open) on_open();
    };
  }

  void end(const Result<Reply>& reply) {
    if (reply) return tell({.status = reply->status});
    tell({.error = reply.error().code});
  }

 private:
  void tell(CallEnd end) {
    if (std::exchange(is_told_, true) || !observer_) return;
    end.verb = verb_;
    end.took = std::chrono::steady_clock::now() - since_;
    observer_(end);
  }

  const CallObserver& observer_;
  const std::string verb_;
  const std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  bool is_told_ = false;
};

}  // namespace npushare::kube
