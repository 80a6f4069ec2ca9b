/// Which capacity a node is to show for the memory and the cores of its chips.
///
/// Shape:   by the resource names of each chip model: the memory in the unit that pods ask in, the
///          cores in the chips' own unit, summed over the healthy chips, after the operator's
///          reserve. What is no amount of ours is never touched.
/// Threads: pure functions.
/// Source:  spec/volcano-deviceshare.md 5.9 point 1.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "accounting/catalogue.hpp"
#include "accounting/node_ledger.hpp"
#include "scheduler/wire/node_status.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::sync {

/// What is to become of those resources in a node's status.
enum class CapacityUse {
  kKeep,     // nobody touches them
  kPublish,  // they show what the chips have
  kRemove,   // they go
};

/// One entry for each name of every model, 0 where the node has no such chip that is well.
std::map<std::string, std::int64_t> capacity_of(const Inventory& inventory,
                                                const Catalogue& catalogue);

/// What has to be written for the status to show it; empty when it does. Judged by what is
/// allocatable, which schedulers count against and a kubelet derives from the capacity. A name that
/// a node without such chips does not show stays away.
wire::CapacityPatch patch_for(const wire::Node& node, const Inventory& inventory,
                              const Catalogue& catalogue, CapacityUse use);

}  // namespace npushare::sync
