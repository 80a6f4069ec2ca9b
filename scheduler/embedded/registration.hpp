/// What a node plugin publishes about its chips: three annotations and two counts.
///
/// Units:  memory MiB, cores percent on a soft-split node and AI cores otherwise, counts in slots.
/// Source: spec/node-plugin-contract.md 1.1, 1.2, 1.4, byte for byte.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>

#include "accounting/chip.hpp"
#include "scheduler/embedded/allocate.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

struct NodeProfile {
  std::string name;
  ChipModel model;
  Mode mode = Mode::kSoft;
  std::int64_t slots = 7;
};

std::string register_json(const NodeProfile& profile, std::span<const PluginChip> chips);

/// The merge patch of one registration cycle.
wire::Json registration_patch(const NodeProfile& profile, std::span<const PluginChip> chips,
                              std::chrono::system_clock::time_point now);

/// The merge patch of status.capacity and status.allocatable.
wire::Json status_patch(const NodeProfile& profile, std::span<const PluginChip> chips);

}  // namespace npushare::embedded
