/// One npushare process, from its books to its place in the election: what scheduler/app puts
/// together, on injected time and one thread, without HTTP.
///
/// Its destruction is kill -9: what it had under way never comes back, what it had sent may arrive.
/// Threads: one.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scheduler/sync/node_events.hpp"
#include "scheduler/sync/nudges.hpp"
#include "scheduler/sync/pod_events.hpp"
#include "scheduler/verbs/bind_calls.hpp"
#include "tests/simulation/sim_election.hpp"
#include "tests/simulation/sim_watch.hpp"

namespace npushare::simulation {

class Replica {
 public:
  /// `boot`: its clocks, and how it is called in the election.
  struct Boot {
    std::string identity;
    Millis clock_start{0};
    std::int64_t clock_drift = 0;
  };

  Replica(const Boot& boot, Sky sky);
  ~Replica();
  Replica(const Replica&) = delete;
  Replica& operator=(const Replica&) = delete;

  /// Runs what can run without time going by. Nothing while it stands still.
  void poll();
  /// SIGSTOP and SIGCONT.
  void freeze() { is_frozen_ = true; }
  void thaw();
  bool is_frozen() const { return is_frozen_; }
  void set_wall_wrong_by(Millis difference) { clock_.set_wrong_by(difference); }

  bool is_synced() const { return pods_.is_listed() && nodes_.is_listed(); }
  bool may_write() const { return election_.may_write(); }

  /// Those of the nodes where the pod fits, as filter sees them; a refusal is remembered as
  /// filter's is.
  std::vector<NodeName> fitting(const wire::Pod& pod, const std::vector<NodeName>& among);
  using Done = std::function<void(const Result<>&)>;
  void bind(wire::BindArgs call, Done done, verbs::HasLeft has_left);

  const LedgerBook& book() const { return book_; }
  bool has_waiting() const { return gate_.has_waiting(); }
  /// No share is held for a bind that is not over.
  bool is_settled(const std::vector<NodeName>& nodes) const;
  std::vector<sync::Drift> drift() const { return drift_.list(); }

 private:
  void after(Millis wait, std::function<void()> what);
  void relist(std::uint64_t term);
  void keep_house();
  void tick_gate();
  static asio::awaitable<void> settle_doubts(Replica& self, bool& is_settling);
  void send(const PodKey& pod, const PodUid& uid, wire::AnnotationPatch patch);
  static asio::awaitable<void> patch_pod(Replica& self, PodKey pod, PodUid uid,
                                         wire::AnnotationPatch patch);

  const Sky sky_;
  MachineClock clock_;
  // In the order of scheduler/app/parts.hpp: what waits on the io_context when the process dies
  // gives its shares and turns back to books and gates that are still there.
  LedgerBook book_;
  Published<verbs::Rules> rules_;
  sync::DriftLog drift_;
  sync::PodStore store_;
  verbs::TentativeHolds holds_;
  asio::io_context io_;
  SimKube kube_;
  SimElection election_;
  sync::Nudges nudges_;
  sync::FairGate gate_;
  sync::PodEvents pods_;
  sync::NodeEvents nodes_;
  std::shared_ptr<SimWatch<wire::Pod>> pod_watch_;
  std::shared_ptr<SimWatch<wire::Node>> node_watch_;
  verbs::Services services_;
  verbs::BindCalls calls_;
  bool is_settling_ = false;
  bool is_frozen_ = false;
  std::vector<std::function<void()>> missed_;  // while it stood still
  const std::shared_ptr<Replica*> self_;       // what is due after its death finds nobody
};

}  // namespace npushare::simulation
