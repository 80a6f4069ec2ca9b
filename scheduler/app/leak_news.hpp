/// Tells of leaked claims, beside the claims concerned and in the log, and counts what became of
/// them.
///
/// A leak is told once, as long as it lasts, at most kMost in a look.
/// Threads: told() from one; decided() and the counts from any.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "scheduler/kube/event_series.hpp"
#include "scheduler/sync/leak_repair.hpp"

namespace npushare {

class LeakNews {
 public:
  static constexpr std::size_t kMost = 20;

  explicit LeakNews(std::function<void(const kube::Event&)> tell) : tell_(std::move(tell)) {}

  void look_at(const sync::LeakPatrol::Sight& sight);
  void decided(const sync::LeakDecision& decision);

  /// By outcome, all outcomes.
  std::map<std::string, double> outcomes() const;

 private:
  const std::function<void(const kube::Event&)> tell_;
  std::set<std::string> told_;
  mutable std::mutex mutex_;
  std::map<std::string, double> outcomes_{
      {"deleted", 0.0}, {"failed", 0.0}, {"gone", 0.0}, {"spared", 0.0}};
};

}  // namespace npushare
