#include "scheduler/sync/node_sharing.hpp"

#include <algorithm>
#include <utility>

namespace npushare::sync {
namespace {

/// A typing error would leave a chip to the other side in silence.
void check_names(const std::vector<ChipUuid>& named, const Inventory& inventory,
                 std::vector<std::string>& complaints) {
  if (inventory.chips.empty()) return;
  for (const ChipUuid& uuid : named) {
    if (std::ranges::find(inventory.chips, uuid, &Chip::uuid) != inventory.chips.end()) continue;
    complaints.push_back(std::string(dra::kClaimChipsKey) + ": \"" + uuid.text().substr(0, 60) +
                         "\" is no chip of this node; write uuids as `npushare top` shows them, "
                         "separated by commas");
    return;
  }
}

dra::Wanted wanted_by(const std::vector<ChipUuid>& claim_chips, const ChipUuid& chip) {
  const bool is_named = std::ranges::find(claim_chips, chip) != claim_chips.end();
  return is_named ? dra::Wanted::kForClaims : dra::Wanted::kForAnnotations;
}

}  // namespace

void NodeSharing::read(const wire::Node& node, const NodeLedger* before, Inventory& inventory,
                       std::vector<std::string>& complaints) {
  dra::SaidMode said = dra::mode_said_by(node);
  if (!said.complaint.empty()) complaints.push_back(std::move(said.complaint));
  Said now{said.mode, dra::claim_chips_of(node)};
  check_names(now.claim_chips, inventory, complaints);
  {
    const std::lock_guard lock(mutex_);
    nodes_[node.name] = std::move(now);
  }
  block(node.name, before, inventory);
}

void NodeSharing::block(const NodeName& node, const NodeLedger* before, Inventory& inventory) {
  Said said = said_by(node);
  said.other_blocks.clear();
  for (const Chip& chip : inventory.chips)
    if (chip.block != Block::kNone) said.other_blocks.emplace(chip.uuid, chip.block);
  {
    const std::lock_guard lock(mutex_);
    nodes_[node].other_blocks = said.other_blocks;
  }
  for (Chip& chip : inventory.chips) {
    const DeviceLedger* known = before == nullptr ? nullptr : before->find(chip.uuid);
    const dra::ChipUse use = known == nullptr ? dra::ChipUse{} : dra::use_of(*known);
    chip.block = block_of(node, said, chip.uuid, use);
  }
}

std::vector<Chip> NodeSharing::changed_chips(const NodeLedger& node) const {
  const Said said = said_by(node.name());
  std::vector<Chip> chips;
  bool is_changed = false;
  for (const DeviceLedger& ledger : node.chips()) {
    Chip& chip = chips.emplace_back(ledger.chip());
    chip.block = block_of(node.name(), said, chip.uuid, dra::use_of(ledger));
    is_changed |= chip.block != ledger.chip().block;
  }
  if (!is_changed) chips.clear();
  return chips;
}

void NodeSharing::forget(const NodeName& node) {
  const std::lock_guard lock(mutex_);
  nodes_.erase(node);
}

dra::NodeMode NodeSharing::mode_of(const NodeName& node) const {
  return said_by(node).mode.value_or(with_.fallback());
}

dra::Wanted NodeSharing::wanted_for(const NodeName& node, const ChipUuid& chip) const {
  return wanted_by(said_by(node).claim_chips, chip);
}

NodeSharing::Said NodeSharing::said_by(const NodeName& node) const {
  const std::lock_guard lock(mutex_);
  const auto known = nodes_.find(node);
  return known == nodes_.end() ? Said{} : known->second;
}

Block NodeSharing::block_of(const NodeName& node, const Said& said, const ChipUuid& chip,
                            const dra::ChipUse& use) const {
  const auto other = said.other_blocks.find(chip);
  const Block by_mode = block_by_mode(node, said, chip, use);
  return other == said.other_blocks.end() ? by_mode : first_of(other->second, by_mode);
}

Block NodeSharing::block_by_mode(const NodeName& node, const Said& said, const ChipUuid& chip,
                                 const dra::ChipUse& use) const {
  switch (said.mode.value_or(with_.fallback())) {
    case dra::NodeMode::kConvert: return Block::kClaimsOnly;
    case dra::NodeMode::kChecked:
    case dra::NodeMode::kMirror: return Block::kNone;
    case dra::NodeMode::kSplit: break;
  }
  const dra::Fence fence = with_.fence ? with_.fence(node, chip) : dra::Fence::kStands;
  return dra::block_of_split(wanted_by(said.claim_chips, chip), use, fence);
}

}  // namespace npushare::sync
