/// A node's chips in one cache line, so that a filter over thousands of nodes need not touch their
/// ledgers.
///
/// Each chip is one 64-bit word of fields in check order, lowest bits first, below its class. Every
/// field has a spare bit above it that is set in the chip's word and clear in the ask's: after one
/// subtraction the spare bits that went to zero are the checks that failed, and the lowest of them
/// is the first. The row is only ever a short cut: what it cannot hold (more than eight chips, an
/// ask beyond a field) it does not answer, and the caller plans on the ledger.
/// Threads: one writer (the node's), any readers; each word is a chip at one moment.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

#include "accounting/node_ledger.hpp"
#include "accounting/reason.hpp"

namespace npushare {

/// One container's wish for a part of one chip, packed. Made once a request by ChipClasses::pack.
struct ScanAsk {
  std::uint64_t word = 0;
  std::int64_t priority = 0;
};

/// What a short ask looks like before it is packed.
struct SmallAsk {
  ModelName model;
  Mode mode = Mode::kHard;
  Amount amount;
  bool needs_idle_chip = false;
  std::int64_t priority = 0;
};

enum class ScanVerdict : std::uint8_t { kFits, kRefused, kUnknown };

class alignas(64) ScanRow {
 public:
  struct Answer {
    ScanVerdict verdict = ScanVerdict::kUnknown;
    Reason reason = Reason::kMemoryShort;  // when refused, and then for good: nobody there is lower
  };

  /// True when some chip surely takes the ask; false says nothing.
  bool fits(const ScanAsk& ask) const {
    for (const std::atomic<std::uint64_t>& chip : chips_) {
      const std::uint64_t left = chip.load(std::memory_order_relaxed) - ask.word;
      if ((left & (kClass | kGuards)) == kGuards) return true;
    }
    return false;
  }

  /// The same verdict that a plan on the ledger would give, or kUnknown.
  Answer ask(const ScanAsk& ask) const {
    std::uint64_t failures = 0;
    std::uint64_t first_failures = 0;  // of each chip the lowest
    for (const std::atomic<std::uint64_t>& chip : chips_) {
      const std::uint64_t word = chip.load(std::memory_order_relaxed);
      if (word == kNoChip) break;
      const std::uint64_t failed = ((word - ask.word) & (kClass | kGuards)) ^ kGuards;
      if (failed == 0) return {ScanVerdict::kFits, {}};
      failures |= failed;
      first_failures |= failed & (~failed + 1);
    }
    if ((failures & kClass) != 0) return {};
    return refusal(ask, first_failures);
  }

  /// Some share is not yet seen bound: the asker may be its own neighbour.
  bool is_unsettled() const { return is_unsettled_.load(std::memory_order_relaxed); }

  /// Of the node's ledger: no two states of any node have the same. Set after the ledger is
  /// published, so that whoever reads it first then reads that state or a later one. 0: none yet.
  std::uint64_t version() const { return version_.load(std::memory_order_acquire); }
  void set_version(std::uint64_t version) { version_.store(version, std::memory_order_release); }

  void write(const NodeLedger& ledger, class ChipClasses& classes);

  /// From now on the row knows nothing.
  void clear() {
    forget_chips();
    set_version(0);
  }

  static constexpr std::size_t kChips = 8;

 private:
  friend class ChipClasses;

  static constexpr std::uint64_t kClass = std::uint64_t{0xFF} << 56;
  static constexpr std::uint64_t kGuards = 0x0040'2002'0000'802A;
  static constexpr std::uint64_t kNoChip = ~std::uint64_t{0};
  static constexpr std::uint64_t kUnknownChip = 0;  // of no class that is ever asked for

  /// All of them: whoever asks stops at the first that fits.
  void forget_chips();
  Answer refusal(const ScanAsk& ask, std::uint64_t first_failures) const;

  std::array<std::atomic<std::uint64_t>, kChips> chips_{};
  std::atomic<std::uint64_t> smallest_chip_ = 0;  // idle, with the least of each capacity
  std::atomic<std::int64_t> lowest_priority_ = std::numeric_limits<std::int64_t>::max();
  std::atomic<std::uint64_t> version_ = 0;
  std::atomic<bool> is_unsettled_ = false;
};

/// Gives each (model, mode) a small number; 0 is "none". At most 254, then rows stop answering.
class ChipClasses {
 public:
  std::uint64_t number_of(const ModelName& model, Mode mode);

  /// Nothing when the ask does not fit the fields.
  std::optional<ScanAsk> pack(const SmallAsk& ask);

 private:
  std::atomic_flag busy_;
  std::vector<std::pair<ModelName, Mode>> known_;
};

}  // namespace npushare
