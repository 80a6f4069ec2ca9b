/// Which pending pods are due for an attempt, and in which order.
///
/// Order:   priority, then age. Retry: a refused pod when a pod or node has changed since its last
/// attempt;
///          a failed one after 1, 2, 4, 8, 10 s.
/// Threads: a plain value.
/// Source:  spec/kube-scheduler-extender.md 1.7.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/embedded/versioned_map.hpp"

namespace npushare::embedded {

/// Unbound, not over, not being deleted, not gated; and of that scheduler or asking for an extended
/// resource.
bool is_schedulable(const wire::Json& pod, const std::string& scheduler_name);

bool asks_extended_resource(const wire::Json& pod);

class ScheduleQueue {
 public:
  using Steady = std::chrono::steady_clock::time_point;

  /// `pending`: all schedulable pods. What is not among them is forgotten.
  std::vector<Object> due(const std::vector<Object>& pending, Version last_change, Steady now);

  /// An attempt begins with what was known at that version.
  void began(const std::string& uid, Version seen);
  void refused(const std::string& uid);
  void failed(const std::string& uid, Steady now);
  void bound(const std::string& uid);

  /// When the first back-off ends; nothing: nobody waits for time to pass.
  std::optional<Steady> next_retry() const;

 private:
  struct State {
    std::uint64_t order = 0;
    Version tried_at = 0;  // 0: never
    int failures = 0;      // in a row
    Steady not_before;
    bool is_in_flight = false;
  };
  bool is_due(const State& state, Version last_change, Steady now) const;
  void forget_all_but(const std::vector<Object>& pending);
  void number_new_pods(const std::vector<Object>& pending);

  std::map<std::string, State> states_;
  std::uint64_t next_order_ = 0;
};

}  // namespace npushare::embedded
