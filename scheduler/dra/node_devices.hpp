/// Which device of DRA each chip of a node is, for who writes about chips in DRA's words.
///
/// Rules:   a device is the chip that its uuid attribute names, compared in upper case without
///          blanks around it; a uuid of two devices is nobody's. Pools that are not whole count:
///          what is published may come into use.
/// Threads: plain values.
/// Source:  spec/dra-accounting.md 1.4, 7.2.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "accounting/names.hpp"
#include "scheduler/dra/device_name.hpp"
#include "scheduler/dra/offers.hpp"

namespace npushare::dra {

using ChipDevices = std::map<ChipUuid, DeviceName>;
using NodeDevices = std::map<NodeName, ChipDevices>;

/// Of one driver. A node whose devices are all in doubt is there with none.
NodeDevices devices_by_chip(std::span<const OfferedDevice> offers, const std::string& driver);

/// Nothing when no driver publishes the chip on that node.
std::optional<DeviceName> device_of(const NodeDevices& devices, const NodeName& node,
                                    const ChipUuid& chip);

}  // namespace npushare::dra
