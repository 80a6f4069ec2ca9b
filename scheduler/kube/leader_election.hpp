/// One leader among several replicas, by a Lease.
///
/// A standby that takes over has waited since the last sign of life of its predecessor; it must
/// list pods and nodes anew before it serves (kube/relists.hpp). A leader that cannot renew in time
/// stops leading by itself, and stands for election again.
/// Deadlines: a renewal has to come through within 10 s; each call within 5 s.
/// Errors:    run() keeps trying; what went wrong is logged.
/// Threads:   run() on one executor; the questions and stop() from any.
/// Source:    spec/kube-scheduler-extender.md 4.6; the rules are candidacy.hpp.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "scheduler/kube/candidacy.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare::kube {

struct ElectionOptions {
  std::string space;     // namespace of the Lease
  std::string name;      // of the Lease
  std::string identity;  // ours, unlike any other's: new_identity()
  ElectionTimes times{};
  std::optional<std::uint64_t> seed{};  // of the jitter; none: from the machine's randomness
};

/// Called by run(), in turn; they must be quick.
struct ElectionEvents {
  std::function<void()> won;
  std::function<void()> lost;
};

class LeaderElection {
 public:
  /// The client and the clock must outlive this.
  LeaderElection(RestClient& client, ElectionOptions options, const observe::Clock& clock,
                 ElectionEvents events);
  ~LeaderElection();
  LeaderElection(const LeaderElection&) = delete;
  LeaderElection& operator=(const LeaderElection&) = delete;

  /// Stands for election until stop(), then gives the lease back if it is ours.
  asio::awaitable<void> run();

  /// From now on we do not lead; run() ends within seconds, a dozen when the server is silent.
  void stop();

  /// Whether a write may be sent right now: we lead, and our last renewal is young enough for the
  /// write to end before anybody else can lead. To be asked right before the write.
  bool may_write() const;
  bool is_leading() const;
  /// As last seen; empty: nobody.
  std::string holder() const;
  std::int64_t transitions() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

/// This machine's name, and something that no other process has.
std::string new_identity();

}  // namespace npushare::kube
