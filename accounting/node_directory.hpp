/// Which nodes there are, at one moment, in the order in which schedulers list them.
///
/// Shape:   a node's number is its place in that order. Slots are shared by all later directories,
///          in which their numbers may be others.
/// Threads: immutable but for what it learns of the order of lists, which is only ever a short cut
///          and may be lost.
#pragma once

#include <atomic>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/name_order.hpp"
#include "accounting/node_ledger.hpp"
#include "accounting/published.hpp"
#include "accounting/scan_row.hpp"

namespace npushare {

/// One node's place in the book.
struct NodeSlot {
  NodeSlot(const NodeName& name, std::shared_ptr<ScanRow> its_row)
      : row(std::move(its_row)),
        ledger(std::make_shared<const NodeLedger>(name)),
        quoted('"' + name.text() + '"') {}

  std::string_view name() const { return std::string_view(quoted).substr(1, quoted.size() - 2); }

  const std::shared_ptr<ScanRow> row;
  Published<NodeLedger> ledger;
  const std::string quoted;  // as it stands in a request's JSON
  std::mutex writer;        // held while one writer copies, changes and publishes; never across I/O
  bool is_dropped = false;  // guarded by writer: no directory lists this slot any more
};

/// Of a name, eight bytes at a time: names are looked up by the thousand.
struct NameHash {
  using is_avalanching = void;  // to the map: it need not mix the bits again
  std::size_t operator()(std::string_view name) const;
};

class NodeDirectory {
 public:
  using Slots = std::vector<std::shared_ptr<NodeSlot>>;
  using Order = std::shared_ptr<const NameOrder>;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// `patience`: after how many surprises a node another order is worth it.
  explicit NodeDirectory(Slots slots, std::size_t patience = kPatience);

  std::size_t size() const { return slots_.size(); }
  const NodeSlot& at(std::uint32_t number) const { return *slots_[number]; }
  const Slots& slots() const { return slots_; }
  /// The row of the slot of this number: one step where thousands are asked.
  const ScanRow& row(std::uint32_t number) const { return *rows_[number]; }

  std::optional<std::uint32_t> find(std::string_view name) const;

  /// The names by number, as one text.
  Order names() const;

  /// A list had `next` right behind `number`, where it was not expected.
  void note_surprise(std::uint32_t number, std::uint32_t next) const;
  /// So many surprises came up that another order would pay.
  bool is_out_of_order() const {
    return surprises_.load(std::memory_order_relaxed) > patience_ * slots_.size();
  }
  /// The same nodes in the order of late. Where there is none, asking for another gets rarer.
  std::shared_ptr<const NodeDirectory> reordered() const;
  /// A directory of these nodes instead, as patient as this one.
  std::shared_ptr<const NodeDirectory> with(Slots slots) const;

 private:
  /// To put nodes in order costs a few times as much as looking up each name.
  static constexpr std::size_t kPatience = 8;
  static constexpr std::size_t kMostPatience = 1024;

  Slots slots_;
  std::size_t patience_;
  std::vector<const ScanRow*> rows_;  // by number
  boost::unordered_flat_map<std::string_view, std::uint32_t, NameHash> numbers_;
  mutable std::vector<std::atomic<std::uint32_t>> followers_;  // by number: who came behind it
  mutable std::atomic<std::size_t> surprises_ = 0;
  // Null until somebody asks: a cluster that grows node by node has many directories nobody asks.
  mutable Published<NameOrder> order_{nullptr};
};

}  // namespace npushare
