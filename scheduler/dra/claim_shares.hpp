/// What an allocated claim takes of chips: the shares it is booked with.
///
/// Shape:   by node, in the order of the claim's results. A claim counts once, however many pods
/// use
///          it, for as long as it is allocated, also while it is being deleted.
/// Rules:   what a share consumes is what its status says; a number that is missing, none, negative
///          or beyond 64 bits is counted as all that the chip has of it. A result without a share
///          has the whole device. Results of other drivers, and those for administrators, take
///          nothing.
/// Units:   memory bytes are rounded up to MiB, cores to whole percents.
/// Threads: pure functions of values.
/// Source:  spec/dra-accounting.md 2.4, 8 (L6, L7), design.md 4.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "accounting/allocation.hpp"
#include "scheduler/dra/chip_map.hpp"
#include "scheduler/wire/claim.hpp"

namespace npushare::dra {

struct ClaimShares {
  std::vector<Charge> charges;     // the chip of an unmapped device is called by the device's name
  std::set<ChipUuid> uncountable;  // of some result's numbers
  bool is_unmapped = false;        // some device is no chip that could be told
};

using SharesByNode = std::map<NodeName, ClaimShares>;

/// Nothing for a claim without an allocation.
SharesByNode shares_of(const wire::ResourceClaim& claim, const ChipMap& chips,
                       const std::string& driver);

/// Every device of this driver that the claim holds.
std::vector<DeviceName> devices_of(const wire::ResourceClaim& claim, const std::string& driver);

/// How claims appear as holders of shares: by their own UID and name.
HolderPtr holder_of(const wire::ResourceClaim& claim);

}  // namespace npushare::dra
