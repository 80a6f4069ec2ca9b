/// All nodes' ledgers: the one place where state changes.
///
/// Reads:   snapshot() and directory() take no lock and give immutable values.
/// Writes:  copy one node's ledger, change it, publish it, under that node's mutex; never across
/// I/O.
///          Nodes do not wait for each other.
/// Source:  design.md 1.6 and 4.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>

#include "accounting/allocation.hpp"
#include "accounting/change_log.hpp"
#include "accounting/node_directory.hpp"
#include "accounting/reservation.hpp"
#include "accounting/result.hpp"
#include "accounting/scan_row_pool.hpp"

namespace npushare {

struct NodeReport {
  NodeName node;
  Inventory inventory;
};

class LedgerBook {
 public:
  using Snapshot = std::shared_ptr<const NodeLedger>;
  using Directory = std::shared_ptr<const NodeDirectory>;

  LedgerBook();

  /// Null for a node nobody has spoken of.
  Snapshot snapshot(const NodeName& node) const;

  /// The nodes of this moment, for a question about many.
  Directory directory() const { return directory_.load(); }
  /// Puts the nodes into the order that lists have come in, if `seen`, a directory they were read
  /// with, says that it is worth it.
  void keep_in_order(const Directory& seen);

  /// For whoever keeps conclusions about nodes. A change is in it before its writer returns.
  const ChangeLog& changes() const { return changes_; }

  ChipClasses& classes() { return classes_; }

  /// Takes the inventories as they are now. Shares stay on the books.
  void register_nodes(std::span<const NodeReport> reports);
  void register_node(const NodeName& node, const Inventory& inventory);

  /// The node is gone. What its pods hold stays on the books until they are gone too.
  void forget_node(const NodeName& node);

  /// Takes the whole allocation or nothing. kConflict: no room, or the pod already holds something
  /// there; kNotFound: no such node or chip. The caller commits; else the shares go back.
  Result<Reservation> reserve(const Allocation& allocation);

  /// Records what a running pod uses. Never refuses. The node may be unknown yet.
  void observe(const Allocation& allocation, InitPhase phase);

  /// The same for a claim, by its UID, whose shares have names already.
  void observe(const NodeName& node, const PodUid& claim, std::span<const Charge> charges);

  /// How many shares the pod had on that node: 0 makes a repeated release visible.
  std::size_t release(const NodeName& node, const PodUid& pod);

 private:
  friend class Reservation;

  std::shared_ptr<NodeSlot> slot_of(const NodeName& node) const;
  std::shared_ptr<NodeSlot> make_slot(const NodeName& node);
  void add_slots(std::span<const NodeName> nodes);
  void drop_if_idle(const NodeName& node);

  /// Runs `change` on a copy of the node's ledger and publishes the copy if it returns a true
  /// value.
  template <class Change>
  auto change(NodeSlot& slot, Change&& change) {
    const std::lock_guard lock(slot.writer);
    return change_locked(slot, std::forward<Change>(change));
  }

  /// The same for a node that need not be known yet.
  template <class Change>
  void change_or_add(const NodeName& node, Change&& change) {
    for (;;) {
      const std::shared_ptr<NodeSlot> slot = make_slot(node);
      const std::lock_guard lock(slot->writer);
      if (slot->is_dropped) continue;  // forgotten since we looked: a new slot is made
      change_locked(*slot, change);
      return;
    }
  }

  template <class Change>
  auto change_locked(NodeSlot& slot, Change&& change) {
    auto next = std::make_shared<NodeLedger>(*slot.ledger.load());
    auto outcome = change(*next);
    if (!outcome) return outcome;
    slot.row->write(*next, classes_);
    slot.ledger.store(std::move(next));
    slot.row->set_version(++versions_);
    changes_.add(slot.name());
    return outcome;
  }

  ChipClasses classes_;
  ScanRowPool rows_;
  std::atomic<std::uint64_t> versions_ = 0;
  ChangeLog changes_;
  Published<NodeDirectory> directory_;
  std::mutex directory_writer_;
};

}  // namespace npushare
