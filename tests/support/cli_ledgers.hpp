/// Nodes with chips and shares, as the service would answer them.
#pragma once

#include <string>
#include <vector>

#include "scheduler/cli/ledger_view.hpp"

namespace npushare::cli {

inline Amount amount_of(std::int64_t memory, std::int64_t cores, std::int64_t slots = 1) {
  return {.memory = MiB{memory}, .cores = Cores{cores}, .cpus = {}, .slots = Slots{slots}};
}

inline ShareView a_share(std::string pod, std::int64_t memory, std::int64_t cores) {
  ShareView share;
  share.id = "5f0c3a52-8a3e-5c9e-9a53-0d8a5f7b1c11";
  share.pod = std::move(pod);
  share.state = "bound";
  share.source = "annotation";
  share.hold = "part";
  share.amount = amount_of(memory, cores);
  return share;
}

/// A 310P3 in soft split, 21527 MiB and 100 %, seven slots.
inline ChipView a_chip(std::int64_t index, std::vector<ShareView> shares = {}) {
  ChipView chip;
  chip.index = index;
  chip.uuid = index == 0 ? "68496E64-20E05477-92C31323-6E78030A-BD003019"
                         : "D8496E64-20C101B1-C0D42F23-AED8030A-40003039";
  chip.model = "Ascend310P";
  chip.capacity = amount_of(21527, 100, 7);
  for (const ShareView& share : shares) chip.used += share.amount;
  chip.free = chip.capacity - chip.used;
  chip.shares = std::move(shares);
  return chip;
}

inline NodeView a_node(std::string name, std::vector<ChipView> chips) {
  return {
      .name = std::move(name), .registration = "fresh", .chips = std::move(chips), .orphans = {}};
}

}  // namespace npushare::cli
