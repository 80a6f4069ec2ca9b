#include "scheduler/dra/chip_domains.hpp"

#include "scheduler/backends/split.hpp"

namespace npushare::dra {
std::vector<ChipUuid> claim_chips_of(const wire::Node& node) {
  std::vector<ChipUuid> chips;
  const auto said = node.annotations.find(kClaimChipsKey);
  if (said == node.annotations.end()) return chips;
  backends::for_each_piece(said->second, ',', [&](std::string_view piece) {
    if (const std::string_view uuid = backends::trimmed(piece); !uuid.empty())
      chips.emplace_back(std::string(uuid));
  });
  return chips;
}

ChipUse use_of(const DeviceLedger& chip) {
  ChipUse use;
  for (const auto& [id, share] : chip.shares()) {
    const bool is_claim = share.source == Source::kClaim;
    use.by_claims |= is_claim;
    use.by_annotations |= !is_claim;
  }
  return use;
}

Block block_of_split(Wanted wanted, const ChipUse& use, Fence fence) {
  const bool is_open =
      wanted == Wanted::kForAnnotations && !use.by_claims && fence == Fence::kStands;
  return is_open ? Block::kNone : Block::kKeptForClaims;
}

bool wants_fence(Wanted wanted, const ChipUse& use) {
  return wanted == Wanted::kForAnnotations || use.by_annotations;
}

}  // namespace npushare::dra
