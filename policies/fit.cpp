#include "policies/fit.hpp"

#include <algorithm>

namespace npushare {
namespace {

/// Percent of a soft-split chip that leave nothing for anybody else.
constexpr Cores kFullSoftChip{100};

/// What must be free for this amount: a share of no cores runs on cores all the same.
Amount room_for(Amount amount) {
  amount.cores = std::max(amount.cores, Cores{1});
  return amount;
}

bool is_of_other_mode(Mode chip_mode, const Occupancy& occupancy, const Ask& ask) {
  if (!ask.mode) return false;
  if (chip_mode != *ask.mode) return true;
  // The node was switched while pods of the old mode still run.
  return *ask.mode == Mode::kHard ? occupancy.carries_soft : occupancy.carries_hard;
}

void add(Occupancy& occupancy, const Share& share) {
  occupancy.is_idle = false;
  occupancy.is_closed |= share.hold != Hold::kPart;
  if (share.hold == Hold::kWhole) return;
  occupancy.carries_hard |= share.mode == Mode::kHard;
  occupancy.carries_soft |= share.mode == Mode::kSoft;
}

std::optional<Reason> registration_obstacle(Registration registration, Mode chip_mode) {
  switch (registration) {
    case Registration::kMissing: return Reason::kNotRegistered;
    case Registration::kFresh: return std::nullopt;
    case Registration::kStale: return Reason::kStaleRegistration;
    case Registration::kUnsupportedHost:
      if (chip_mode == Mode::kSoft) return Reason::kUnsupportedHost;
      return std::nullopt;
  }
  __builtin_unreachable();
}

/// On every chip of the mode.
bool wants_alone(Mode chip_mode, const Ask& ask) {
  if (ask.hold != Hold::kPart) return true;
  return chip_mode == Mode::kSoft && ask.amount.cores >= kFullSoftChip;
}

bool is_allowed(const ChipUuid& chip, const UuidList* list) {
  if (list == nullptr) return true;
  const auto names = [&](const std::vector<ChipUuid>& uuids) {
    return std::ranges::find(uuids, chip) != uuids.end();
  };
  return (list->allowed.empty() || names(list->allowed)) && !names(list->denied);
}

bool has_capacity(const Amount& capacity) {
  return capacity.memory > MiB{0} && capacity.cores > Cores{0} && capacity.slots > Slots{0};
}

bool exceeds(const Amount& charge, const Amount& capacity) {
  return !has_capacity(capacity) || charge.memory > capacity.memory ||
         charge.cores > capacity.cores || charge.cpus > capacity.cpus;
}

}  // namespace

Amount charge_on(const DeviceLedger& chip, const Ask& ask) {
  if (ask.hold == Hold::kWhole) return chip.capacity();
  Amount charge = ask.amount;
  if (chip.chip().means_whole(charge.memory)) charge.memory = chip.capacity().memory;
  return charge;
}

std::optional<Reason> shortage(const Amount& asked, const Amount& free) {
  const Amount needed = room_for(asked);
  if (needed.slots > free.slots) return Reason::kSlotsShort;
  if (needed.memory > free.memory) return Reason::kMemoryShort;
  if (needed.cores > free.cores) return Reason::kCoresShort;
  if (needed.cpus > free.cpus) return Reason::kCpusShort;
  return std::nullopt;
}

bool wants_alone(const Chip& chip, const Ask& ask) {
  return wants_alone(chip.mode, ask) || chip.means_whole(ask.amount.memory);
}

int check_number(Reason reason) {
  // A missing registration is found where a stale one is.
  if (reason == Reason::kNotRegistered) return static_cast<int>(Reason::kStaleRegistration);
  return static_cast<int>(reason);
}

Occupancy occupancy_of(const DeviceLedger& chip) {
  Occupancy occupancy{.used = chip.used()};
  for (const auto& [id, share] : chip.shares()) add(occupancy, share);
  return occupancy;
}

Occupancy occupancy_from(const DeviceLedger& chip, std::int64_t least_priority) {
  Occupancy occupancy;
  for (const auto& [id, share] : chip.shares()) {
    if (share.holder->priority < least_priority) continue;
    add(occupancy, share);
    occupancy.used += share.amount;
  }
  return occupancy;
}

std::optional<Reason> first_obstacle(const NodeLedger& node, const DeviceLedger& chip,
                                     const Ask& ask, const UuidList* list) {
  return first_obstacle(node.registration(), chip, occupancy_of(chip), ask, list);
}

std::optional<Reason> first_obstacle(Registration registration, const DeviceLedger& chip,
                                     const Occupancy& occupancy, const Ask& ask,
                                     const UuidList* list) {
  const Chip& self = chip.chip();
  if (self.model != ask.model) return Reason::kNoSuchModel;
  if (is_of_other_mode(self.mode, occupancy, ask)) return Reason::kModeMismatch;
  if (!self.healthy) return Reason::kUnhealthy;
  if (self.cordoned) return Reason::kCordoned;
  if (const auto reason = reason_of(self.block)) return reason;
  if (const auto reason = registration_obstacle(registration, self.mode)) return reason;
  if (!is_allowed(self.uuid, list)) return Reason::kNotAllowed;

  const Amount charge = charge_on(chip, ask);
  if (exceeds(charge, self.capacity)) return Reason::kExceedsChip;
  const bool is_refused_company = wants_alone(self, ask) && !occupancy.is_idle;
  if (occupancy.is_closed || is_refused_company) return Reason::kExclusive;
  return shortage(charge, self.capacity - occupancy.used);
}

std::optional<SmallAsk> small_ask_of(const Request& request) {
  if (request.asks.size() != 1 || !request.uuid_lists.empty()) return std::nullopt;
  const Ask& ask = request.asks.front();
  // A whole chip is charged what the chip has, which a packed ask cannot know.
  if (ask.chips != 1 || !ask.mode || ask.hold == Hold::kWhole) return std::nullopt;
  return SmallAsk{.model = ask.model,
                  .mode = *ask.mode,
                  .amount = room_for(ask.amount),
                  .needs_idle_chip = wants_alone(*ask.mode, ask),
                  .priority = request.holder->priority};
}

}  // namespace npushare
