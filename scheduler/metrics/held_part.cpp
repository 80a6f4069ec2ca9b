#include "scheduler/metrics/held_part.hpp"

#include <algorithm>

namespace npushare::metrics {

std::vector<HeldPart> parts_of(const DeviceLedger& chip) {
  std::vector<HeldPart> parts;
  parts.reserve(chip.shares().size());
  for (const auto& [id, share] : chip.shares()) {
    const PodKey& pod = share.holder->pod;
    const auto known = std::ranges::find_if(parts, [&](const HeldPart& part) {
      return part.container == share.container && *part.pod == pod;
    });
    if (known == parts.end()) {
      parts.push_back({.pod = &pod, .container = share.container, .amount = share.amount});
    } else {
      known->amount += share.amount;
    }
  }
  return parts;
}

}  // namespace npushare::metrics
