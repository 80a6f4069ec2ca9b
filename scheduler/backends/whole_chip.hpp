/// A chip for one container alone, in either mode.
///
/// Source: spec/node-plugin-contract.md 6.4: allowed on an empty chip of any node, which is then
/// closed.
#pragma once

#include <optional>

#include "accounting/allocation.hpp"
#include "accounting/request.hpp"
#include "scheduler/backends/resource_wish.hpp"

namespace npushare::backends {

/// Without a mode the pod runs on hard-split and soft-split chips alike.
inline Ask whole_ask(const ChipModel& model, const Wish& wish, std::optional<Mode> mode) {
  return {.model = model.name,
          .mode = mode,
          .chips = wish.chips,
          .amount = {.slots = Slots{1}},
          .quota = {.memory = model.allocatable},
          .hold = Hold::kWhole,
          .asked_memory = wish.memory};
}

}  // namespace npushare::backends
