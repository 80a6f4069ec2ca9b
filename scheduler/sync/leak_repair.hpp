/// Deletes leaked claims, and never anything live.
///
/// A run takes what the last look found, in its order. Each claim is read anew, with the pods of
/// its namespace, and judged again; then the very object that was read is deleted, so that whoever
/// touches it in between keeps it. Finalizers and status are left to Kubernetes, and the books to
/// the watch.
/// Rules:   not before kWait after the start; one deletion a second, kMost a run; none at all when
///          more than 30 % of the driver's claims would go: then the view is not to be trusted.
/// Errors:  in the report, claim by claim. Threads: any; one run at a time.
/// Source:  spec/dra-accounting.md 8.3.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scheduler/sync/leak_api.hpp"
#include "scheduler/sync/leak_patrol.hpp"

namespace npushare::sync {

struct LeakDecision {
  enum class Outcome : std::uint8_t { kDeleted, kGone, kSpared, kFailed };
  Outcome outcome = Outcome::kSpared;
  dra::Leak leak;
  std::string why;  // of kSpared and kFailed
};

/// deleted, gone, spared, failed
std::string_view word_of(LeakDecision::Outcome outcome);

struct LeakReport {
  std::string stopped;  // why the run did not begin, or ended early; empty: it did neither
  std::vector<LeakDecision> decisions;
};

class LeakRepair {
 public:
  static constexpr std::chrono::seconds kWait{300};
  static constexpr std::chrono::seconds kBetween{1};
  static constexpr std::size_t kMost = 20;
  static constexpr std::size_t kMostPercent = 30;
  static constexpr int kTries = 3;

  /// All must outlive this.
  struct With {
    LeakApi& api;
    LeakPatrol& patrol;
    const observe::Clock& clock;
    std::function<bool()> is_synced;  // all three watches
    std::function<bool()> may_write;  // of several replicas one
    std::function<void(const LeakDecision&)> tell;
  };

  explicit LeakRepair(With with) : with_(std::move(with)), started_(with_.clock.now()) {}

  boost::asio::awaitable<LeakReport> run(dra::LeakPolicy policy);

 private:
  struct Candidate {
    dra::Leak leak;
    LeakPatrol::Claim claim;
  };
  struct Fresh {
    wire::ResourceClaim claim;
    std::vector<dra::Leak> leaks;
  };

  std::string obstacle() const;
  boost::asio::awaitable<LeakReport> run_alone(dra::LeakPolicy policy);
  boost::asio::awaitable<LeakDecision> repair(Candidate candidate, dra::LeakPolicy policy);
  boost::asio::awaitable<LeakDecision> try_once(Candidate candidate, dra::LeakPolicy policy,
                                                bool* is_outrun);
  boost::asio::awaitable<Result<Fresh>> read_anew(const wire::ResourceClaim& claim);

  const With with_;
  const observe::Clock::Monotonic started_;
  std::atomic<bool> is_running_ = false;
};

}  // namespace npushare::sync
