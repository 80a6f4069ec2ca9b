#include "accounting/device_ledger.hpp"

#include <algorithm>

namespace npushare {

bool DeviceLedger::is_closed() const {
  return std::ranges::any_of(shares_,
                             [](const auto& entry) { return entry.second.hold != Hold::kPart; });
}

bool DeviceLedger::carries_other_mode(Mode mode) const {
  return std::ranges::any_of(shares_, [mode](const auto& entry) {
    return entry.second.hold != Hold::kWhole && entry.second.mode != mode;
  });
}

Share DeviceLedger::sized(Share share) const {
  if (chip_->means_whole(share.amount.memory) && share.source != Source::kClaim)
    share.amount.memory = chip_->capacity.memory;
  if (share.hold != Hold::kWhole) return share;
  Amount parts;
  for (const auto& [id, other] : shares_) {
    const bool is_own_part = other.holder->uid == share.holder->uid && other.hold != Hold::kWhole;
    if (is_own_part) parts += other.amount;
  }
  share.amount = larger_of(chip_->capacity - parts, Amount{});
  return share;
}

Result<> DeviceLedger::take(const ShareId& id, const Share& share) {
  if (shares_.contains(id)) {
    return Error{ErrorCode::kConflict,
                 "share " + id.text() + " is already held on chip " + chip_->uuid.text()};
  }
  if (!(used_ + sized(share).amount).within(capacity())) {
    return Error{ErrorCode::kConflict, "chip " + chip_->uuid.text() + " lacks room"};
  }
  observe(id, share);
  return {};
}

void DeviceLedger::observe(const ShareId& id, const Share& share) {
  release(id);
  const Share taken = sized(share);
  shares_.emplace(id, taken);
  used_ += taken.amount;
}

bool DeviceLedger::release(const ShareId& id) {
  const auto entry = shares_.find(id);
  if (entry == shares_.end()) return false;
  used_ -= entry->second.amount;
  shares_.erase(entry);
  return true;
}

template <class IsGoing>
std::size_t DeviceLedger::release_if(const IsGoing& is_going) {
  const std::size_t before = shares_.size();
  for (auto entry = shares_.begin(); entry != shares_.end();) {
    if (!is_going(entry->second)) {
      ++entry;
      continue;
    }
    used_ -= entry->second.amount;
    entry = shares_.erase(entry);
  }
  return before - shares_.size();
}

std::size_t DeviceLedger::release(const PodUid& pod) {
  return release_if([&](const Share& share) { return share.holder->uid == pod; });
}

std::size_t DeviceLedger::give_back(const PodUid& pod) {
  return release_if([&](const Share& share) { return is_reserved_by(share, pod); });
}

std::size_t DeviceLedger::settle(const PodUid& pod, ShareState state) {
  std::size_t settled = 0;
  for (auto& [id, share] : shares_) {
    if (!is_reserved_by(share, pod)) continue;
    share.state = state;
    ++settled;
  }
  return settled;
}

void DeviceLedger::replace_chip(Chip chip) {
  chip_ = std::make_shared<const Chip>(std::move(chip));
  used_ = {};
  for (auto& [id, share] : shares_) {
    share = sized(share);
    used_ += share.amount;
  }
}

}  // namespace npushare
