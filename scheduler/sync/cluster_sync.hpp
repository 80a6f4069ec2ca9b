/// The cluster's events into the book, and the ports the verbs need.
///
/// Pods and nodes come from two informers. A bound pod's annotations are observed, an ended or
/// deleted pod's shares released, nodes registered, stale registrations marked; what does not add
/// up is counted as drift. Until both first lists are applied is_synced() is false and the verbs
/// must refuse.
/// Threads: the informers' coroutines write; the ports may be used from any thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "accounting/ledger_book.hpp"
#include "scheduler/kube/api.hpp"
#include "scheduler/kube/informer.hpp"
#include "scheduler/kube/informer_stats.hpp"
#include "scheduler/kube/relists.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/sync/node_seen.hpp"
#include "scheduler/sync/share_news.hpp"
#include "scheduler/sync/sighting.hpp"
#include "scheduler/verbs/ports.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::sync {

class NodeSharing;

struct SyncOptions {
  std::chrono::seconds registration_timeout{120};
  /// The pod is bound or gone: what was expected of it is over. May be empty.
  std::function<void(const PodUid&)> turned_up{};
  /// Asked before a pod is nudged or scrubbed: of several replicas one writes. Empty: always.
  std::function<bool()> may_write{};
  /// Told of shares that come and go, and of pods that are nudged.
  ShareNews news{};
  /// Called under the node watch's own lock. May be empty.
  NodeSeen node_seen{};
  /// Told of every pod of the watch, before the book is. Null: nobody else wants to know.
  kube::Sink<wire::Pod>* pods_too = nullptr;
  /// What namespaces may hold. Null: they have no limits. It must outlive the sync.
  verbs::Quotas* quotas = nullptr;
  /// Makes a node's inventory that of annotations and of claims; called under the node watch's
  /// lock. May be empty.
  std::function<void(const NodeName&, Inventory&)> complete{};
  NodeSharing* sharing = nullptr;  // null: no claims are heeded; must outlive the sync
};

/// What the cluster shows that the book cannot account for.
struct Drift {
  /// malformed-annotation, unasked-grant, changed-grant, bound-without-grant, unknown-release,
  /// malformed-registration, unknown-chip, overcommitted-chip, volcano-ledger, unmapped-device,
  /// duplicate-device, changed-device, uncountable-claim, repeated-share-id; only counted:
  /// lost-share, missed-deletion.
  std::string kind;
  std::string object;  // namespace/pod or node
  std::string detail;
};

class DriftLog;
class Nudges;

class ClusterSync {
 public:
  ClusterSync(boost::asio::any_io_executor executor, LedgerBook& book,
              const Published<verbs::Rules>& rules, kube::RestClient& client, kube::Api& api,
              const observe::Clock& clock, SyncOptions options);
  ~ClusterSync();

  /// Starts the informers and the housekeeping.
  void start();
  /// Stops the client too: what else uses it has to be done by then.
  void stop();

  bool is_synced() const { return waiting_for().empty(); }
  /// What is_synced() waits for, e.g. "nodes, pods"; empty when synced.
  std::string waiting_for() const;
  std::vector<Drift> drift() const;
  /// How often each kind was noted since the start, with what a list has mended at once.
  std::map<std::string, std::uint64_t> drift_counts() const;

  /// For who completes inventories: the node's is to be made anew.
  void look_again(const NodeName& node);
  /// Something left that node: a refused pod may fit.
  void room_on(const NodeName& node);

  /// For who sees drift elsewhere.
  DriftLog& drift_log();

  /// All nodes of the watch.
  Sightings sightings() const;
  /// Refused pods woken since the start.
  std::uint64_t nudges_sent() const;

  /// Lists nodes and pods as they are now; `done` is told when the book has them.
  void relist(kube::Relists::Done done);
  /// How the watches fare.
  const kube::InformerStats& pod_watch() const;
  const kube::InformerStats& node_watch() const;

  /// What annotations mean has changed: all nodes and pods are read again.
  void rules_changed();

  /// To be told of pods for which filter found no node.
  Nudges& nudges();

  const verbs::PodIndex& pods() const;
  verbs::NodeGate& gate();
  const verbs::NodeLocks& locks() const;
  const verbs::Notices& notices() const;
  verbs::BindObserver& observer();

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare::sync
