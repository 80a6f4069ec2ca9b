/// Mode split: to whom each chip of a node belongs, and what has to stand there before it is used.
///
/// Rules:  the operator's word counts: chips that the node's annotation npushare.io/claim-chips
///         names are wanted for claims, all others for annotations. A chip that the other side
///         still uses changes hands only when it is idle: until then nobody new joins it. It is
///         fenced (a DeviceTaintRule keeps new claims off) unless it is wanted for claims and free
///         of annotation pods, and annotation pods join it only while a fence that has stood for a
///         while keeps claims off. All of that is read from the cluster each time: a restart
///         changes nothing.
/// Threads: plain functions of values.
/// Source:  spec/dra-accounting.md 7.6, mode split.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "accounting/block.hpp"
#include "accounting/device_ledger.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::dra {

inline constexpr std::string_view kClaimChipsKey = "npushare.io/claim-chips";

/// Uuids as registered, separated by commas; blanks around them and empty ones are let be.
std::vector<ChipUuid> claim_chips_of(const wire::Node& node);

/// Who holds shares of a chip now, whatever their state.
struct ChipUse {
  bool by_claims = false;
  bool by_annotations = false;
};

ChipUse use_of(const DeviceLedger& chip);

/// What keeps new claims off a chip.
enum class Fence : std::uint8_t {
  kNone,
  kFresh,   // just seen: kube-scheduler may not have seen it yet
  kStands,  // for long enough, or claims cannot come at all: no driver publishes the chip
};

enum class Wanted : std::uint8_t { kForAnnotations, kForClaims };

/// May annotation pods join? kNone or kKeptForClaims.
Block block_of_split(Wanted wanted, const ChipUse& use, Fence fence);

/// Shall new claims be kept off?
bool wants_fence(Wanted wanted, const ChipUse& use);

}  // namespace npushare::dra
