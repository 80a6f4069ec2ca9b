/// One call of a verb on its way through its handler, and how it is counted.
///
/// Threads: one call's own.
#pragma once

#include <chrono>
#include <optional>

#include "scheduler/http/message.hpp"
#include "scheduler/metrics/meters.hpp"
#include "scheduler/verbs/call_notes.hpp"

namespace npushare {

class CountedCall {
 public:
  /// `meters` may be null: nothing is counted.
  CountedCall(metrics::Verb verb, const http::Request& request, metrics::Meters* meters)
      : verb_(verb), meters_(meters), body_bytes_(request.body.size()) {}
  CountedCall(const CountedCall&) = delete;
  CountedCall& operator=(const CountedCall&) = delete;

  /// Counted by what was noted of it, unless something else is said.
  ~CountedCall();

  /// Filled by the verb.
  verbs::CallNotes notes;

  void say(metrics::Outcome outcome) { outcome_ = outcome; }
  double ms() const { return std::chrono::duration<double, std::milli>(took()).count(); }

 private:
  std::chrono::nanoseconds took() const { return std::chrono::steady_clock::now() - since_; }

  const metrics::Verb verb_;
  metrics::Meters* const meters_;
  const std::size_t body_bytes_;
  const std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  std::optional<metrics::Outcome> outcome_;
};

}  // namespace npushare
