/// Hard split: a chip divided by the driver into fixed templates.
///
/// Units:  cores are AI cores of the chip, cpus its AI CPUs; both as the template says.
/// Source: spec/node-plugin-contract.md 2.2 (rounding), 3.8.9 and 6.4;
/// spec/hami-protocol.md 3.3, 3.4.
#pragma once

#include <string_view>

#include "accounting/chip.hpp"
#include "accounting/request.hpp"
#include "accounting/result.hpp"
#include "scheduler/backends/device_string.hpp"
#include "scheduler/backends/resource_wish.hpp"

namespace npushare::backends {

/// Memory becomes the smallest template that holds it, or a whole chip when none does.
/// kInvalid: cores, which nothing would enforce; parts of several chips, which no container can be
/// given.
Result<Ask> hard_ask(const ChipModel& model, const Wish& wish);

/// What a written device takes of its chip: the template that the plugin is told by name, else the
/// one its memory rounds to, else the whole chip. Fills amount, quota, template and hold.
void charge_hard(const ChipModel& model, const DeviceEntry& device, std::string_view template_name,
                 Grant& grant);

}  // namespace npushare::backends
