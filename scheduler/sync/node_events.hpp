/// What nodes do to the book: their registration, how fresh it is, and their lock.
///
/// Freshness is judged by our own clock alone: a handshake of a new value that starts with
/// "Reported_" was written after we saw the old one. The time inside it has no zone and is never
/// read. A node without a handshake is as fresh as its registration.
/// Threads: events come from one informer, tick() from housekeeping, lock_of() from anywhere.
/// Source:  spec/node-plugin-contract.md 1.1.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "scheduler/kube/informer.hpp"
#include "scheduler/sync/drift_log.hpp"
#include "scheduler/sync/node_seen.hpp"
#include "scheduler/sync/node_sharing.hpp"
#include "scheduler/sync/sighting.hpp"
#include "scheduler/verbs/ports.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::sync {

class NodeEvents final : public kube::Sink<wire::Node>, public verbs::NodeLocks {
 public:
  /// All must outlive this.
  struct With {
    LedgerBook& book;
    const Published<verbs::Rules>& rules;
    DriftLog& drift;
    /// That node is not what it was: something may fit now.
    std::function<void(const NodeName&)> room;
    const observe::Clock& clock;
    std::chrono::seconds registration_timeout;
    NodeSeen seen;  // empty: nobody asks
    /// Makes the annotations' inventory that of both worlds; empty: there are no claims.
    std::function<void(const NodeName&, Inventory&)> complete{};
    NodeSharing* sharing = nullptr;  // null: no claims are heeded
  };

  explicit NodeEvents(With with) : with_(std::move(with)) {}

  void list_started() override;
  void item(wire::Node node) override;
  void list_done() override;
  void changed(wire::Node node) override;
  void removed(wire::Node node) override;

  std::optional<verbs::NodeLockView> lock_of(const NodeName& node) const override;

  /// Of all nodes, in one copy; the next event waits for it.
  Sightings sightings() const;

  /// What completes the node's inventory is not what it was.
  void look_again(const NodeName& node);

  /// Marks what has not reported for too long.
  void tick();

  bool is_listed() const { return is_listed_.load(); }

 private:
  struct KnownNode {
    Registration listed = Registration::kMissing;  // what the node says; its chips are in the book
    std::vector<Chip> chips;                       // as it says itself, if somebody completes them
    wire::StringMap handshakes;
    observe::Clock::Monotonic reported;
    verbs::NodeLockView lock;
    std::uint32_t list = 0;
  };

  /// What the book has to be told of the node, if anything.
  std::optional<NodeReport> update(KnownNode& known, const wire::Node& node) const;
  Inventory read(KnownNode& known, const wire::Node& node) const;
  std::optional<NodeReport> news_of(const NodeName& node, const KnownNode& known,
                                    Inventory inventory) const;
  void hear(KnownNode& known, const wire::Node& node) const;
  Registration judged(const KnownNode& known) const;
  /// What has come of a node without an event: grown stale, or open to others now.
  std::optional<NodeReport> grown(const NodeLedger& ledger, Registration now) const;
  void tell(const std::vector<NodeReport>& reports);
  void forget(const NodeName& node);
  void look_at_overdrafts() const;

  With with_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<NodeName, KnownNode> nodes_;
  std::vector<NodeReport> listing_;  // told to the book together, when the list is complete
  std::uint32_t list_ = 0;
  std::atomic<bool> is_listed_ = false;
};

}  // namespace npushare::sync
