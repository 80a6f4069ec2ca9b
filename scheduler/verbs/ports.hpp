/// What the verbs need of the running cluster, as interfaces: sync/ implements them, tests fake
/// them.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "accounting/names.hpp"
#include "accounting/request.hpp"
#include "accounting/reservation.hpp"
#include "accounting/result.hpp"
#include "scheduler/observe/clock.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::verbs {

namespace asio = boost::asio;

/// The pods of the watch. Threads: any.
class PodIndex {
 public:
  virtual ~PodIndex() = default;
  /// Null when the watch shows no such pod.
  virtual std::shared_ptr<const wire::Pod> find(const PodKey& pod) const = 0;
  /// Names near to this one, for a user who mistyped it.
  virtual std::vector<PodKey> nearest(const PodKey& pod) const = 0;
  /// NPU pods that wait for a node.
  virtual std::vector<std::shared_ptr<const wire::Pod>> pending() const = 0;
  /// Requests of pending pods that the scheduler has nominated for this node: they are about to
  /// come.
  virtual std::vector<Request> nominated_on(const NodeName& node) const = 0;
  /// Pods of the node that its plugin, when no lock tells it otherwise, could take for the one it
  /// is to serve: they have not started, and carry the mark of a bind.
  virtual std::vector<std::pair<PodKey, PodUid>> marked_on(const NodeName&) const { return {}; }
  /// False only when nominated_on() is empty for every node: saves asking thousands of times.
  virtual bool has_nominations() const { return true; }
};

/// The right to bind to a node. Gives the node to the next in line when it dies, unless the node
/// plugin still has to serve the pod: then sync/ passes the node on once it has, or once it is
/// known that the pod is not there.
class GatePass {
 public:
  explicit GatePass(std::function<void()> leave) : leave_(std::move(leave)) {}
  GatePass(GatePass&& other) noexcept : leave_(std::exchange(other.leave_, nullptr)) {}
  GatePass& operator=(GatePass&&) = delete;
  ~GatePass() {
    if (leave_) leave_();
  }
  void keep_until_served() { leave_ = nullptr; }

 private:
  std::function<void()> leave_;
};

/// Who waits at a gate.
struct Visit {
  NodeName node;
  PodUid pod;
  observe::Clock::Monotonic deadline;
  /// True once the caller has hung up; may be empty. Asked from any thread, until enter() ends.
  std::function<bool()> has_left{};
};

/// A pod's turn, and the share it waited with.
struct Turn {
  GatePass pass;
  Reservation share;
};

/// One pod of a node at a time, first come, first served; nodes do not wait for each other.
///
/// Who cannot have its turn in time is sent away and keeps its place and its share for a while, for
/// the scheduler's retry. Threads: any.
class NodeGate {
 public:
  virtual ~NodeGate() = default;
  /// The share kept for the pod at this node; nothing when it has no place there. A place at
  /// another node is given up.
  virtual std::optional<Reservation> come_back(const NodeName& node, const PodUid& pod) = 0;
  /// kBusy: sent away, its place and `share` are kept. kTimeout: the caller has hung up, and the
  /// place and `share` are given up. kConflict: the pod waits here already.
  virtual asio::awaitable<Result<Turn>> enter(Visit visit, Reservation share) = 0;

  /// How many pods stand in line for the node, without the one that has its turn.
  virtual std::size_t waiting(const NodeName& node) const = 0;
  /// False only when waiting() is 0 for every node: saves asking thousands of times.
  virtual bool has_waiting() const { return true; }
  /// Where the pod has a place with its share: to that pod the share is room.
  virtual std::optional<NodeName> place_of(const PodUid& pod) const = 0;
};

/// The node lock as the watch last showed it.
struct NodeLockView {
  std::string value;  // empty: not locked
  std::string resource_version;
};

class NodeLocks {
 public:
  virtual ~NodeLocks() = default;
  /// Nothing for an unknown node.
  virtual std::optional<NodeLockView> lock_of(const NodeName& node) const = 0;
};

/// What bind tells the rest of the service.
class BindObserver {
 public:
  virtual ~BindObserver() = default;
  /// The API server has accepted the Binding; the watch will show it in a moment.
  virtual void bound(const Allocation& allocation) = 0;
  /// The Binding's outcome is not known; a consistent read has to decide.
  virtual void uncertain(const Allocation& allocation) = 0;
  /// These grants were put into somebody else's Binding, which the API server is about to carry out
  /// or to refuse. Which of both is found out as for one of our own that was not answered.
  virtual void admitted(const Allocation& allocation) { uncertain(allocation); }
  /// What a Binding to that node grants whose outcome is open. Nothing when none is.
  virtual std::optional<Allocation> open_binding(const NodeName&, const PodUid&) const {
    return {};
  }
  /// That Binding is about to be written once more: the wait for its outcome begins anew. False:
  /// the outcome is known by now.
  virtual bool write_again(const NodeName&, const PodUid&) { return false; }
};

/// Is this replica the one that writes? Its answer is only good for a moment.
/// Source: spec/kube-scheduler-extender.md 4.6.
class Leadership {
 public:
  virtual ~Leadership() = default;
  virtual bool may_write() const = 0;
};

/// For a service that has no other replica.
class SoleReplica final : public Leadership {
 public:
  bool may_write() const override { return true; }
};
inline const SoleReplica kSoleReplica;

/// Shares that a scheduler's running session holds for a pod before any Binding exists.
///
/// Threads: any.
/// Source:  spec/volcano-deviceshare.md 5.8, 5.9 (B1).
class TrialPlans {
 public:
  virtual ~TrialPlans() = default;
  /// What take() would hand over. Nothing changes.
  virtual std::optional<Allocation> grants(const NodeName& node, const PodUid& pod) const = 0;
  /// Hands over the shares held for the pod on this node; those held elsewhere are given back.
  virtual std::optional<Reservation> take(const NodeName& node, const PodUid& pod) = 0;
  /// Puts shares back that could not be committed, for the scheduler's retry.
  virtual void put_back(Reservation share) = 0;
};

/// For a service that no such scheduler asks.
class NoTrials final : public TrialPlans {
 public:
  std::optional<Allocation> grants(const NodeName&, const PodUid&) const override { return {}; }
  std::optional<Reservation> take(const NodeName&, const PodUid&) override { return {}; }
  void put_back(Reservation share) override { const Reservation given_back = std::move(share); }
};
inline NoTrials kNoTrials;

/// Something an operator should know of, told beside the answer to a call.
struct Notice {
  std::string reason;  // one word: NodeLockTakenOver
  std::string object;  // node name, or namespace/name
  std::string text;
  std::string kind{};  // of the object: ResourceQuota; empty: a node, or a pod by its namespace
  enum class Tone { kWarning, kNormal } tone = Tone::kWarning;
};

/// Threads: any; must not block.
class Notices {
 public:
  virtual ~Notices() = default;
  virtual void tell(const Notice& notice) const = 0;
};

class NoNotices final : public Notices {
 public:
  void tell(const Notice&) const override {}
};
inline const NoNotices kNoNotices;

}  // namespace npushare::verbs
