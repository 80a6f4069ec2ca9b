#include "accounting/node_ledger.hpp"

#include <algorithm>

namespace npushare {

const DeviceLedger* NodeLedger::find(const ChipUuid& uuid) const {
  const auto same = std::ranges::find_if(
      chips_, [&](const DeviceLedger& ledger) { return ledger.chip().uuid == uuid; });
  return same == chips_.end() ? nullptr : &*same;
}

DeviceLedger* NodeLedger::find_mutable(const ChipUuid& uuid) {
  return const_cast<DeviceLedger*>(find(uuid));
}

bool NodeLedger::holds(const PodUid& pod) const {
  const auto is_of_pod = [&](const auto& entry) { return entry.second.holder->uid == pod; };
  return std::ranges::any_of(chips_,
                             [&](const DeviceLedger& ledger) {
                               return std::ranges::any_of(ledger.shares(), is_of_pod);
                             }) ||
         std::ranges::any_of(orphans_,
                             [&](const Orphan& orphan) { return orphan.share.holder->uid == pod; });
}

bool NodeLedger::is_idle() const {
  return orphans_.empty() && std::ranges::all_of(chips_, &DeviceLedger::is_idle);
}

/// On its chip, or aside where the node does not list it.
void NodeLedger::put(Orphan share) {
  if (DeviceLedger* ledger = find_mutable(share.chip)) {
    ledger->observe(share.id, share.share);
    return;
  }
  orphans_.push_back(std::move(share));
}

void NodeLedger::register_chips(const Inventory& inventory) {
  std::vector<DeviceLedger> before = std::move(chips_);
  const std::vector<Orphan> aside = std::move(orphans_);
  chips_.clear();
  orphans_.clear();
  registration_ = inventory.registration;

  for (const Chip& chip : inventory.chips) {
    const auto same = std::ranges::find_if(
        before, [&](const DeviceLedger& ledger) { return ledger.chip().uuid == chip.uuid; });
    if (same == before.end()) {
      chips_.emplace_back(chip);
      continue;
    }
    if (same->chip() != chip) same->replace_chip(chip);
    chips_.push_back(*same);
  }
  for (const DeviceLedger& ledger : before) {
    if (find(ledger.chip().uuid) != nullptr) continue;
    for (const auto& [id, share] : ledger.shares())
      orphans_.push_back({ledger.chip().uuid, id, share, ledger.chip().model});
  }
  for (const Orphan& orphan : aside) put(orphan);
}

Result<> NodeLedger::take(const Allocation& allocation, ShareState state) {
  NodeLedger changed = *this;
  for (Charge& charge : charges_of(allocation, InitPhase::kRunning)) {
    DeviceLedger* ledger = changed.find_mutable(charge.chip);
    if (ledger == nullptr) {
      return Error{ErrorCode::kNotFound,
                   "node " + name_.text() + " lists no chip " + charge.chip.text()};
    }
    charge.share.state = state;
    if (Result<> taken = ledger->take(charge.id, charge.share); !taken) return taken;
  }
  *this = std::move(changed);
  return {};
}

void NodeLedger::observe(const Allocation& allocation, InitPhase phase) {
  observe(allocation.holder->uid, charges_of(allocation, phase));
}

void NodeLedger::observe(const PodUid& holder, std::span<const Charge> charges) {
  release(holder);
  for (const Charge& charge : charges) put({charge.chip, charge.id, charge.share, charge.model});
}

std::size_t NodeLedger::settle(const PodUid& pod, ShareState state) {
  std::size_t settled = 0;
  for (DeviceLedger& ledger : chips_) settled += ledger.settle(pod, state);
  for (Orphan& orphan : orphans_) {
    if (!is_reserved_by(orphan.share, pod)) continue;
    orphan.share.state = state;
    ++settled;
  }
  return settled;
}

std::size_t NodeLedger::give_back(const PodUid& pod) {
  std::size_t released = std::erase_if(
      orphans_, [&](const Orphan& orphan) { return is_reserved_by(orphan.share, pod); });
  for (DeviceLedger& ledger : chips_) released += ledger.give_back(pod);
  return released;
}

std::size_t NodeLedger::release(const PodUid& pod) {
  std::size_t released = std::erase_if(
      orphans_, [&](const Orphan& orphan) { return orphan.share.holder->uid == pod; });
  for (DeviceLedger& ledger : chips_) released += ledger.release(pod);
  return released;
}

}  // namespace npushare
