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

/// One pod of a node at a time, first come, first served; nodes do not wait for each other.
class NodeGate {
 public:
  virtual ~NodeGate() = default;
  /// kBusy when the deadline passes first.
  virtual asio::awaitable<Result<GatePass>> enter(NodeName node, PodUid pod,
                                                  observe::Clock::Monotonic deadline) = 0;
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
};

}  // namespace npushare::verbs
