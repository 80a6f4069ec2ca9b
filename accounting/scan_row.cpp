#include "accounting/scan_row.hpp"

#include <algorithm>
#include <bit>

namespace npushare {
namespace {

struct Field {
  int shift;
  int width;
  Reason reason;

  constexpr std::uint64_t limit() const { return (std::uint64_t{1} << width) - 1; }
  constexpr std::int64_t top() const { return static_cast<std::int64_t>(limit()); }
  constexpr std::uint64_t guard() const { return std::uint64_t{1} << (shift + width); }
  constexpr std::uint64_t hold(std::int64_t value) const {
    const auto clamped = std::clamp<std::int64_t>(value, 0, top());
    return static_cast<std::uint64_t>(clamped) << shift;
  }
};

// In check order (design.md 5), lowest bits first.
constexpr Field kHealthy{0, 1, Reason::kUnhealthy};
constexpr Field kOpen{2, 1, Reason::kExclusive};
constexpr Field kIdle{4, 1, Reason::kExclusive};
constexpr Field kSlots{6, 9, Reason::kSlotsShort};
constexpr Field kMemory{16, 17, Reason::kMemoryShort};
constexpr Field kCores{34, 11, Reason::kCoresShort};
constexpr Field kCpus{46, 8, Reason::kCpusShort};
constexpr std::array kFields{kHealthy, kOpen, kIdle, kSlots, kMemory, kCores, kCpus};
constexpr int kClassShift = 56;

constexpr std::uint64_t all_guards() {
  std::uint64_t all = 0;
  for (const Field& field : kFields) all |= field.guard();
  return all;
}

/// The check behind each spare bit.
constexpr std::array<Reason, 64> reasons_by_bit() {
  std::array<Reason, 64> reasons{};
  for (const Field& field : kFields) {
    const int bit = field.shift + field.width;
    reasons[static_cast<std::size_t>(bit)] = field.reason;
  }
  return reasons;
}

/// The check that came furthest: the one behind the highest of some spare bits.
Reason furthest(std::uint64_t guards) {
  static constexpr std::array kReasons = reasons_by_bit();
  const int highest = 63 - std::countl_zero(guards);
  return kReasons[static_cast<std::size_t>(highest)];
}

std::uint64_t amount_bits(const Amount& amount) {
  return kSlots.hold(amount.slots.value()) | kMemory.hold(amount.memory.value()) |
         kCores.hold(amount.cores.value()) | kCpus.hold(amount.cpus.value());
}

std::uint64_t word_of(const DeviceLedger& ledger, std::uint64_t chip_class) {
  return (chip_class << kClassShift) | all_guards() | kHealthy.hold(ledger.chip().healthy ? 1 : 0) |
         kOpen.hold(ledger.is_closed() ? 0 : 1) | kIdle.hold(ledger.is_idle() ? 1 : 0) |
         amount_bits(ledger.free());
}

/// An idle chip that has of everything only as much as every chip of the node has.
std::uint64_t smallest_chip_of(const NodeLedger& ledger) {
  Amount smallest{MiB{kMemory.top()}, Cores{kCores.top()}, Cpus{kCpus.top()}, Slots{kSlots.top()}};
  for (const DeviceLedger& chip : ledger.chips()) {
    const Amount& capacity = chip.capacity();
    smallest.memory = std::min(smallest.memory, capacity.memory);
    smallest.cores = std::min(smallest.cores, capacity.cores);
    smallest.cpus = std::min(smallest.cpus, capacity.cpus);
    smallest.slots = std::min(smallest.slots, capacity.slots);
  }
  return all_guards() | kHealthy.hold(1) | kOpen.hold(1) | kIdle.hold(1) | amount_bits(smallest);
}

/// What a row can hold: few chips, all of their node's mode, none overcommitted.
bool fits_a_row(const NodeLedger& ledger) {
  return ledger.registration() == Registration::kFresh && !ledger.chips().empty() &&
         ledger.chips().size() <= ScanRow::kChips &&
         std::ranges::all_of(ledger.chips(), [](const DeviceLedger& chip) {
           return !chip.carries_other_mode(chip.chip().mode) && chip.used().within(chip.capacity());
         });
}

bool has_unsettled_share(const NodeLedger& ledger) {
  return std::ranges::any_of(ledger.chips(), [](const DeviceLedger& chip) {
    return std::ranges::any_of(
        chip.shares(), [](const auto& entry) { return entry.second.state != ShareState::kBound; });
  });
}

std::int64_t lowest_priority_on(const NodeLedger& ledger) {
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  for (const DeviceLedger& chip : ledger.chips())
    for (const auto& [id, share] : chip.shares()) lowest = std::min(lowest, share.holder->priority);
  return lowest;
}

}  // namespace

ScanRow::Answer ScanRow::refusal(const ScanAsk& ask, std::uint64_t first_failures) const {
  // Who could leave, what would fit an idle chip, and what is the asker's own, the ledger has to
  // say.
  const bool someone_lower = lowest_priority_.load(std::memory_order_relaxed) < ask.priority;
  const std::uint64_t smallest = smallest_chip_.load(std::memory_order_relaxed);
  const bool beyond_a_chip = (kGuards & ~(smallest - (ask.word & ~kClass))) != 0;
  if (someone_lower || beyond_a_chip || is_unsettled() || first_failures == 0) return {};
  return {ScanVerdict::kRefused, furthest(first_failures)};
}

void ScanRow::write(const NodeLedger& ledger, ChipClasses& classes) {
  static_assert(kGuards == all_guards());
  is_unsettled_.store(has_unsettled_share(ledger), std::memory_order_relaxed);
  if (!fits_a_row(ledger)) return forget_chips();
  const auto& chips = ledger.chips();
  for (std::size_t i = 0; i < kChips; ++i) {
    std::uint64_t word = kNoChip;
    if (i < chips.size()) {
      const Chip& chip = chips[i].chip();
      // There is no field for a cordon or a block: the ledger has to say.
      const bool is_open = !chip.cordoned && chip.block == Block::kNone;
      word = is_open ? word_of(chips[i], classes.number_of(chip.model, chip.mode)) : kUnknownChip;
    }
    chips_[i].store(word, std::memory_order_relaxed);
  }
  smallest_chip_.store(smallest_chip_of(ledger), std::memory_order_relaxed);
  lowest_priority_.store(lowest_priority_on(ledger), std::memory_order_relaxed);
}

void ScanRow::forget_chips() {
  for (std::atomic<std::uint64_t>& chip : chips_)
    chip.store(kUnknownChip, std::memory_order_relaxed);
}

std::uint64_t ChipClasses::number_of(const ModelName& model, Mode mode) {
  while (busy_.test_and_set(std::memory_order_acquire)) busy_.wait(true);
  const std::pair wanted{model, mode};
  const auto same = std::ranges::find(known_, wanted);
  const auto number = static_cast<std::uint64_t>(same - known_.begin()) + 1;
  const bool is_full = number >= (ScanRow::kNoChip >> kClassShift);
  if (same == known_.end() && !is_full) known_.push_back(wanted);
  busy_.clear(std::memory_order_release);
  busy_.notify_one();
  return is_full ? 0 : number;
}

std::optional<ScanAsk> ChipClasses::pack(const SmallAsk& ask) {
  const Amount& amount = ask.amount;
  const bool fits_fields =
      amount.slots.value() <= kSlots.top() && amount.memory.value() <= kMemory.top() &&
      amount.cores.value() <= kCores.top() && amount.cpus.value() <= kCpus.top();
  const std::uint64_t chip_class = number_of(ask.model, ask.mode);
  if (!fits_fields || chip_class == 0) return std::nullopt;

  const std::uint64_t word = (chip_class << kClassShift) | kHealthy.hold(1) | kOpen.hold(1) |
                             kIdle.hold(ask.needs_idle_chip ? 1 : 0) | amount_bits(amount);
  return ScanAsk{word, ask.priority};
}

}  // namespace npushare
