/// Which nodes there are, at one moment: names to slots, and the order they usually arrive in.
///
/// Shape:   slots in order of arrival; a slot is shared by all later directories, so its number may
/// change
///          but the node's ledger behind it does not.
/// Threads: immutable but for the guesses, which are only ever a short cut and may be lost.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "accounting/node_ledger.hpp"
#include "accounting/published.hpp"
#include "accounting/scan_row.hpp"

namespace npushare {

/// One node's place in the book.
struct NodeSlot {
  explicit NodeSlot(const NodeName& name)
      : quoted('"' + name.text() + '"'), ledger(std::make_shared<const NodeLedger>(name)) {}

  std::string_view name() const { return std::string_view(quoted).substr(1, quoted.size() - 2); }

  const std::string quoted;  // as it stands in a request's JSON
  ScanRow row;
  Published<NodeLedger> ledger;
  std::mutex writer;        // held while one writer copies, changes and publishes; never across I/O
  bool is_dropped = false;  // guarded by writer: no directory lists this slot any more
};

class NodeDirectory {
 public:
  using Slots = std::vector<std::shared_ptr<NodeSlot>>;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit NodeDirectory(Slots slots);

  std::size_t size() const { return slots_.size(); }
  const NodeSlot& at(std::uint32_t number) const { return *slots_[number]; }
  const Slots& slots() const { return slots_; }

  std::optional<std::uint32_t> find(std::string_view name) const;

  /// The node that followed this one the last time somebody listed them.
  std::uint32_t guess_after(std::uint32_t number) const {
    return guesses_[number].load(std::memory_order_relaxed);
  }
  void remember_after(std::uint32_t number, std::uint32_t next) const {
    guesses_[number].store(next, std::memory_order_relaxed);
  }

 private:
  Slots slots_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  mutable std::vector<std::atomic<std::uint32_t>> guesses_;
};

}  // namespace npushare
