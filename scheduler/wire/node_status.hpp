/// What npushare writes into a node's status: the capacity of extended resources.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace npushare::wire {

/// By resource name: a value sets, no value takes the name away.
using CapacityPatch = std::map<std::string, std::optional<std::int64_t>>;

/// A JSON merge patch of status.capacity and status.allocatable, which get the same values: where a
/// kubelet is at work it derives the second from the first, but only some seconds later.
std::string write_capacity_patch(const CapacityPatch& patch);

}  // namespace npushare::wire
