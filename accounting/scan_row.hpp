/// A node's chips in one cache line, so that a filter over thousands of nodes need not touch their
/// ledgers.
///
/// Each chip is one 64-bit word of fields in check order, lowest bits first. Every field has a
/// spare bit above it that is set in the chip's word and clear in the ask's: after one subtraction
/// the spare bits that went to zero are the checks that failed, and the lowest of them is the
/// first. The row is only ever a short cut: what it cannot hold (more than eight chips, an ask
/// beyond a field) it does not answer, and the caller plans on the ledger. Threads: one writer (the
/// node's), any readers; each word is a chip at one moment.
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
  std::uint64_t chip_class = 0;
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

class ScanRow {
 public:
  struct Answer {
    ScanVerdict verdict = ScanVerdict::kUnknown;
    Reason reason = Reason::kMemoryShort;  // when refused, and then for good: nobody there is lower
  };

  /// The same verdict that a plan on the ledger would give, or kUnknown.
  Answer ask(const ScanAsk& ask) const;

  void write(const NodeLedger& ledger, class ChipClasses& classes);

  static constexpr std::size_t kChips = 8;

 private:
  std::array<std::atomic<std::uint64_t>, kChips> words_{};
  std::atomic<std::uint64_t> smallest_chip_ = 0;  // idle, with the least of each capacity
  std::atomic<std::int64_t> lowest_priority_ = std::numeric_limits<std::int64_t>::max();
  std::atomic<std::uint8_t> chips_ = 0;  // 0: the row cannot answer
  // Some share is not yet seen bound: the asker may be its own neighbour, and that the row cannot
  // tell.
  std::atomic<bool> is_unsettled_ = false;
};

/// Gives each (model, mode) a small number; 0 is "none". At most 255, then rows stop answering.
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
