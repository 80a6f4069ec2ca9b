#include <algorithm>
#include <utility>

#include "scheduler/sync/claim_books.hpp"

namespace npushare::sync {
namespace {

/// Slices are written anew with their devices in another order, which means nothing.
bool says_the_same(wire::ResourceSlice a, wire::ResourceSlice b) {
  std::ranges::sort(a.devices, {}, &wire::SliceDevice::name);
  std::ranges::sort(b.devices, {}, &wire::SliceDevice::name);
  return a.driver == b.driver && a.node == b.node && a.pool == b.pool &&
         a.generation == b.generation && a.pool_slices == b.pool_slices && a.devices == b.devices;
}

}  // namespace

void ClaimBooks::put(wire::ResourceSlice slice) {
  Nodes changed;
  {
    const std::lock_guard lock(mutex_);
    if (slice.driver != with_.driver) return;
    Slice& known = slices_[slice.name];
    if (known && says_the_same(*known, slice)) return;
    known = std::make_shared<const wire::ResourceSlice>(std::move(slice));
    // While the first list comes in, the map is made once, at its end.
    if (slice_sink_.is_listed()) map_anew(changed);
  }
  tell(changed);
}

void ClaimBooks::drop_slice(const std::string& name) {
  Nodes changed;
  {
    const std::lock_guard lock(mutex_);
    if (slices_.erase(name) == 0) return;
    if (slice_sink_.is_listed()) map_anew(changed);
  }
  tell(changed);
}

void ClaimBooks::slices_listed() {
  Nodes changed;
  {
    const std::lock_guard lock(mutex_);
    map_anew(changed);
  }
  tell(changed);
}

/// Claims are booked anew where their devices are other chips now.
void ClaimBooks::map_anew(Nodes& changed) {
  std::vector<const wire::ResourceSlice*> slices;
  slices.reserve(slices_.size());
  for (const auto& [name, slice] : slices_) slices.push_back(slice.get());
  for (const NodeName& node : chips_.nodes()) changed.insert(node);
  chips_.take(dra::offers_of(slices),
              [this](const dra::DeviceName& device) { return held_.contains(device); });
  for (const NodeName& node : chips_.nodes()) changed.insert(node);
  for (const auto& [identity, claim] : claims_)
    if (claim->allocation) book(*claim, changed);
  note_troubles();
}

void ClaimBooks::note_troubles() {
  std::vector<dra::DeviceTrouble> now = chips_.troubles();
  for (const dra::DeviceTrouble& old : troubles_) with_.drift.clear(old.kind, old.object);
  for (const dra::DeviceTrouble& trouble : now)
    with_.drift.note({trouble.kind, trouble.object, trouble.detail});
  troubles_ = std::move(now);
}

void ClaimBooks::complete(const NodeName& node, Inventory& inventory) {
  const std::lock_guard lock(mutex_);
  chips_.complete(node, inventory, with_.rules.load()->dialect.catalogue());
  const bool is_unmapped = unmapped_.contains(node);
  for (Chip& chip : inventory.chips) {
    if (is_unmapped) chip.block = first_of(chip.block, Block::kUnmappedClaims);
    if (uncountable_.contains(chip.uuid))
      chip.block = first_of(chip.block, Block::kUncountableClaims);
  }
}

void ClaimBooks::tell(const Nodes& changed) {
  for (const NodeName& node : changed) with_.look_again(node);
}

std::vector<ClaimBooks::Claim> ClaimBooks::all_claims() const {
  const std::lock_guard lock(mutex_);
  std::vector<Claim> all;
  all.reserve(claims_.size());
  for (const auto& [identity, claim] : claims_) all.push_back(claim);
  return all;
}

std::vector<ClaimBooks::Slice> ClaimBooks::all_slices() const {
  const std::lock_guard lock(mutex_);
  std::vector<Slice> all;
  all.reserve(slices_.size());
  for (const auto& [name, slice] : slices_) all.push_back(slice);
  return all;
}

std::optional<std::vector<ClaimBooks::Slice>> ClaimBooks::listed_slices() const {
  if (!slice_sink_.is_listed()) return std::nullopt;
  return all_slices();
}

void ClaimBooks::look_at_mirrors() {
  Nodes changed;
  {
    const std::lock_guard lock(mutex_);
    for (const std::string& identity : mirrors_)
      if (const auto claim = claims_.find(identity); claim != claims_.end())
        book(*claim->second, changed);
  }
  tell(changed);
}

ClaimBooks::Claim ClaimBooks::find(const std::string& space, const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto known = claims_.find(space + "/" + name);
  return known == claims_.end() ? nullptr : known->second;
}

}  // namespace npushare::sync
