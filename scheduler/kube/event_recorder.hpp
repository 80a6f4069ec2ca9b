/// Tells people, beside the objects concerned, what we did and why.
///
/// note() never waits: what comes while 1,000 are waiting is dropped and counted. A write that
/// fails for the server's reasons is tried 12 times, 10 s apart; one that is refused is dropped.
/// Threads: note() and the counters from any; run() on one executor.
/// Source:  spec/kube-scheduler-extender.md 4.7.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "scheduler/kube/event_series.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::kube {

struct RecorderOptions {
  std::string controller = "npushare.io/scheduler";
  std::string instance;  // new_identity()
  std::chrono::milliseconds retry{10'000};
  std::chrono::milliseconds look{15'000};  // how often series are looked through
};

class EventRecorder {
 public:
  static constexpr std::size_t kMostWaiting = 1000;
  static constexpr int kTries = 12;

  /// The client and the clock must outlive this.
  EventRecorder(RestClient& client, RecorderOptions options, const observe::Clock& clock);
  ~EventRecorder();
  EventRecorder(const EventRecorder&) = delete;
  EventRecorder& operator=(const EventRecorder&) = delete;

  /// Writes what is noted until the client or this is stopped.
  asio::awaitable<void> run();
  void stop();

  void note(Event event);

  std::uint64_t written() const;  // calls that went through
  std::uint64_t dropped() const;  // for want of room, or refused

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare::kube
