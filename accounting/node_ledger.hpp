/// A node's chips, in index order, with what is taken from each.
///
/// Shares of a chip that the node no longer lists are kept aside and return with the chip.
/// Threads: a plain value; LedgerBook publishes immutable copies.
#pragma once

#include <span>
#include <vector>

#include "accounting/allocation.hpp"
#include "accounting/device_ledger.hpp"

namespace npushare {

/// What the node's registration is worth.
enum class Registration : std::uint8_t {
  kMissing,  // no inventory, or the kubelet is offered no chip
  kFresh,
  kStale,            // the plugin has not reported for too long
  kUnsupportedHost,  // soft split on a host it does not work on
};

/// What a node says of itself.
struct Inventory {
  std::vector<Chip> chips;  // index order, uuids unique
  Registration registration = Registration::kMissing;

  friend bool operator==(const Inventory&, const Inventory&) = default;
};

/// A share whose chip the node does not list.
struct Orphan {
  ChipUuid chip;
  ShareId id;
  Share share;
  ModelName model;  // of the chip
};

class NodeLedger {
 public:
  explicit NodeLedger(NodeName name) : name_(std::move(name)) {}

  const NodeName& name() const { return name_; }
  const std::vector<DeviceLedger>& chips() const { return chips_; }
  const std::vector<Orphan>& orphans() const { return orphans_; }
  Registration registration() const { return registration_; }

  /// Null when the node lists no such chip.
  const DeviceLedger* find(const ChipUuid& uuid) const;

  bool holds(const PodUid& pod) const;

  /// True when no share is on the books, kept-aside ones included.
  bool is_idle() const;

  /// Takes the chips as they are registered now; every share stays on the books.
  void register_chips(const Inventory& inventory);

  /// Takes all shares of the allocation or, on an error, none. kConflict: no room, or already held;
  /// kNotFound: the node lists no such chip.
  Result<> take(const Allocation& allocation, ShareState state);

  /// Records what a running pod uses, in place of all that was recorded for it.
  void observe(const Allocation& allocation, InitPhase phase);

  /// The same for who is no pod of ours and names its shares itself: a claim.
  void observe(const PodUid& holder, std::span<const Charge> charges);

  /// Marks what the pod only has reserved; how many shares that were. What the cluster has shown in
  /// the meantime stays as it is.
  std::size_t settle(const PodUid& pod, ShareState state);

  /// Releases what the pod only has reserved.
  std::size_t give_back(const PodUid& pod);

  /// How many shares the pod had.
  std::size_t release(const PodUid& pod);

 private:
  DeviceLedger* find_mutable(const ChipUuid& uuid);
  void put(Orphan share);

  NodeName name_;
  std::vector<DeviceLedger> chips_;
  std::vector<Orphan> orphans_;
  Registration registration_ = Registration::kMissing;
};

}  // namespace npushare
