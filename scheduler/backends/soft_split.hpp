/// Soft split: a chip divided by the runtime library hami-core, to the MiB and the percent.
///
/// Units:  cores are percent of one chip.
/// Source: spec/node-plugin-contract.md 3.8.9, 3.8.10 and 6.1-6.3; spec/volcano-deviceshare.md V-45
/// to V-51.
#pragma once

#include "accounting/chip.hpp"
#include "accounting/request.hpp"
#include "accounting/result.hpp"
#include "scheduler/backends/device_string.hpp"
#include "scheduler/backends/resource_wish.hpp"

namespace npushare::backends {

/// No memory, or exactly a chip's, is a whole chip. A container with several chips shares none of
/// them: the library takes turns on the first chip only. kInvalid: more than 100 percent.
Result<Ask> soft_ask(const ChipModel& model, const Wish& wish);

/// What a written device takes of its chip. Fills amount, quota and hold.
void charge_soft(const ChipModel& model, const DeviceEntry& device, Grant& grant);

}  // namespace npushare::backends
