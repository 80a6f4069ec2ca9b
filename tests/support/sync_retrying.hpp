/// kube-scheduler as far as the gate can see it: one bind call for each pod at a time, hung up on
/// after its time-out, and after a failure a back-off of 1, 2, 4, 8, 10, 10, ... seconds whose end
/// is looked for once a second.
///
/// Time is the world's; run() moves it. Source: spec/kube-scheduler-extender.md 1.1, 1.7.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "tests/support/sync_plugin.hpp"

namespace npushare::sync_test {

class RetryingScheduler {
 public:
  using Millis = std::chrono::milliseconds;

  struct Options {
    Millis service;  // the node plugin's, for one pod
    Millis step;     // of the simulation
    double spread;   // of the service time, as a part of it
    unsigned seed = 0;
  };
  static constexpr Millis kCallTimeout{5000};

  RetryingScheduler(BindWorld& world, Options options)
      : world_(world), options_(options), random_(options.seed) {
    phase_ = Millis(std::uniform_int_distribution<int>(0, 999)(random_));
  }

  void add(const wire::Pod& pod) {
    world_.create(pod);
    tasks_[pod.key.name].pod = pod;
    world_.settle();
  }

  /// Until all are served, or `limit` has passed. How long it took.
  Millis run(Millis limit) {
    const auto start = world_.clock.now();
    while (world_.served.size() < tasks_.size() && world_.clock.now() - start < limit) {
      call_those_due();
      serve();
      world_.pass(options_.step);
    }
    return std::chrono::duration_cast<Millis>(world_.clock.now() - start);
  }

  int failures = 0;                 // of all calls
  Millis longest_call{0};           // until its answer
  int longest_run_of_failures = 0;  // of one pod

 private:
  struct Task {
    wire::Pod pod;
    observe::Clock::Monotonic due{};
    observe::Clock::Monotonic called{};
    bool is_calling = false;
    bool is_bound = false;
    int failures = 0;
  };

  void call_those_due() {
    for (auto& [name, task] : tasks_) {
      if (task.is_bound || task.is_calling || task.due > world_.clock.now()) continue;
      task.is_calling = true;
      task.called = world_.clock.now();
      world_.bind(
          task.pod, [this, &task](const Result<>& done) { answered(task, done); },
          [this, &task] { return world_.clock.now() - task.called >= kCallTimeout; });
    }
  }

  void answered(Task& task, const Result<>& done) {
    const auto now = world_.clock.now();
    longest_call = std::max(longest_call, std::chrono::duration_cast<Millis>(now - task.called));
    task.is_calling = false;
    task.is_bound = done.has_value();
    if (done) return;
    ++failures;
    longest_run_of_failures = std::max(longest_run_of_failures, ++task.failures);
    const auto ready = std::chrono::floor<std::chrono::seconds>(
        now.time_since_epoch() +
        std::chrono::seconds(std::min(1 << (std::min(task.failures, 5) - 1), 10)));
    task.due =
        next_look(std::max<observe::Clock::Monotonic::duration>(ready, now.time_since_epoch()));
  }

  /// The back-off queue is looked at once a second, at its own part of the second.
  observe::Clock::Monotonic next_look(observe::Clock::Monotonic::duration ready) const {
    const auto whole = std::chrono::ceil<std::chrono::seconds>(ready - phase_);
    return observe::Clock::Monotonic(whole + phase_);
  }

  void serve() {
    const std::string next = world_.to_serve();
    if (next.empty()) return;
    if (serving_ != next) {
      serving_ = next;
      const double part =
          std::uniform_real_distribution<double>(-options_.spread, options_.spread)(random_);
      const auto takes = static_cast<double>(options_.service.count()) * (1.0 + part);
      done_at_ = world_.clock.now() + Millis(std::llround(takes));
    }
    if (world_.clock.now() < done_at_) return;
    serving_.clear();
    world_.serve(next);
  }

  BindWorld& world_;
  const Options options_;
  std::mt19937 random_;
  Millis phase_{0};
  std::map<std::string, Task> tasks_;
  std::string serving_;
  observe::Clock::Monotonic done_at_{};
};

}  // namespace npushare::sync_test
