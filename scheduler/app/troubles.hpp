/// Looks for what an operator should be told of without asking: new drift, node locks that nobody
/// takes off, limits of quotas that are hardly meant, and who leads.
///
/// Each is told once, as long as it lasts, at most kMost in a look. Threads: one.
/// Source:  spec/node-plugin-contract.md 5.
#pragma once

#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "scheduler/app/leadership.hpp"
#include "scheduler/sync/cluster_sync.hpp"
#include "scheduler/verbs/ports.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare {

class Troubles {
 public:
  static constexpr std::size_t kMost = 20;
  /// A plugin that is well serves a pod within seconds.
  static constexpr std::chrono::minutes kLockIsStale{2};

  explicit Troubles(const verbs::Notices& notices) : notices_(notices) {}

  void look_at(const std::vector<sync::Drift>& drift);
  void look_at(const sync::Sightings& nodes, observe::Clock::Wall now);
  void look_at(const std::vector<verbs::QuotaDoubt>& quotas);
  /// This replica leads now, or does no more.
  void look_at_leader(bool leads, const Replica::Term& term);

 private:
  using Told = std::set<std::string>;

  void tell_new(std::vector<verbs::Notice> notices, Told& told);

  const verbs::Notices& notices_;
  Told drift_;
  Told locks_;
  Told quotas_;
  bool leads_ = false;
};

}  // namespace npushare
