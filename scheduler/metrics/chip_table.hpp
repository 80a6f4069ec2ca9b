/// What each chip has, what is consumed and what is left.
///
/// Units:  bytes. Cores as a ratio in which 1 is the whole chip, in either mode: percent of a
///         soft-split chip and AI cores of a hard-split one become comparable. Slots and shares are
///         counts. AI CPUs, which only hard splits consume, have series on hard-split chips alone.
/// Labels: node, device_uuid, model, mode. `device_uuid` is what the node plugin's own metrics call
///         the chip's uuid, so that both are joined on it.
/// Source: spec/node-plugin-contract.md 5; cases C14 and C152.
#pragma once

#include "scheduler/metrics/snapshots.hpp"
#include "scheduler/metrics/table.hpp"

namespace npushare::metrics {

Table chip_table(const Snapshots& nodes);

/// Of the whole chip; nothing that makes sense (Table::kAbsent) for a chip without cores.
double ratio_of(Cores cores, const Chip& chip);

}  // namespace npushare::metrics
