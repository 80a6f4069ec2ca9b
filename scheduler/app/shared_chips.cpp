#include "scheduler/app/shared_chips.hpp"

#include <utility>

namespace npushare {

SharedChips::SharedChips(With with)
    : with_(std::move(with)),
      devices_(std::make_shared<const dra::NodeDevices>()),
      is_known_(!with_.slices),
      sharing_({.fallback = with_.fallback,
                .fence = [this](const NodeName& node,
                                const ChipUuid& chip) { return fence_of(node, chip); }}),
      fences_({.executor = with_.executor,
               .client = with_.client,
               .wanted = [this] { return wanted_fences(); },
               .may_write = with_.may_write}),
      guard_({.client = with_.client,
              .sharing = sharing_,
              .watch = with_.claim_watch,
              .has_devices = [this](const NodeName& node) { return has_devices(node); },
              .parts = [this](const Allocation& grants) { return parts_of(grants); },
              .device_class = with_.device_class}) {}

void SharedChips::tick() {
  if (!with_.slices) return;
  const std::optional<Slices> slices = with_.slices();
  if (!slices) return;
  std::vector<const wire::ResourceSlice*> pointers;
  pointers.reserve(slices->size());
  for (const auto& slice : *slices) pointers.push_back(slice.get());
  devices_.store(std::make_shared<const dra::NodeDevices>(
      dra::devices_by_chip(dra::offers_of(pointers), with_.driver)));
  is_known_ = true;
  fences_.tick();
}

bool SharedChips::has_devices(const NodeName& node) const {
  return !is_known_ || devices_.load()->contains(node);
}

/// Of every split node, by what the books show now.
std::set<dra::DeviceName> SharedChips::wanted_fences() const {
  std::set<dra::DeviceName> wanted;
  const std::shared_ptr<const dra::NodeDevices> devices = devices_.load();
  for (const auto& [node, chips] : *devices) {
    const LedgerBook::Snapshot ledger = with_.book.snapshot(node);
    if (!ledger || sharing_.mode_of(node) != dra::NodeMode::kSplit) continue;
    for (const DeviceLedger& chip : ledger->chips()) {
      const auto device = dra::device_of(*devices, node, chip.chip().uuid);
      const dra::Wanted side = sharing_.wanted_for(node, chip.chip().uuid);
      if (device && dra::wants_fence(side, dra::use_of(chip))) wanted.insert(*device);
    }
  }
  return wanted;
}

/// A node without devices is none that claims can come to. One whose chip cannot be told among its
/// devices is: claims could come to that chip unseen.
dra::Fence SharedChips::fence_of(const NodeName& node, const ChipUuid& chip) const {
  const std::shared_ptr<const dra::NodeDevices> devices = devices_.load();
  if (!has_devices(node)) return dra::Fence::kStands;
  const auto device = dra::device_of(*devices, node, chip);
  return device ? fences_.of(*device) : dra::Fence::kNone;
}

Result<std::vector<dra::MirrorPart>> SharedChips::parts_of(const Allocation& grants) const {
  const LedgerBook::Snapshot ledger = with_.book.snapshot(grants.node);
  if (!ledger) return Error{ErrorCode::kNotFound, "node " + grants.node.text() + " has no ledger"};
  const std::shared_ptr<const dra::NodeDevices> devices = devices_.load();
  dra::ChipDevices named;  // as the books spell the chips
  for (const DeviceLedger& chip : ledger->chips())
    if (const auto device = dra::device_of(*devices, grants.node, chip.chip().uuid))
      named.emplace(chip.chip().uuid, *device);
  return dra::mirror_parts(grants, *ledger, named);
}

}  // namespace npushare
