/// Does one ask fit one chip? The ordered checks of design.md 5, each a Reason.
///
/// Rules:  a chip held for one alone takes nobody, and who wants it alone needs it idle. On a
///         soft-split chip 100 cores are the whole chip. An ask of no cores still needs one core
///         that nobody has taken. A chip that is overcommitted in anything takes nobody.
/// Source: spec/hami-protocol.md 4.2, spec/node-plugin-contract.md 6.3 and 6.4.
#pragma once

#include <cstdint>
#include <optional>

#include "accounting/node_ledger.hpp"
#include "accounting/reason.hpp"
#include "accounting/request.hpp"
#include "accounting/scan_row.hpp"

namespace npushare {

/// What the ask takes of this chip: for a whole chip its capacity, and no more memory than that
/// where another source calls the same chip larger (Chip::largest_ask).
Amount charge_on(const DeviceLedger& chip, const Ask& ask);

/// What stands on a chip, when all its holders are counted or only some.
struct Occupancy {
  Amount used;
  bool is_idle = true;
  bool is_closed = false;     // some share wants no company
  bool carries_hard = false;  // a part of a chip, split by template
  bool carries_soft = false;
};

Occupancy occupancy_of(const DeviceLedger& chip);

/// The same without the shares of lower priority than this.
Occupancy occupancy_from(const DeviceLedger& chip, std::int64_t least_priority);

/// The first check that fails, with nothing of this pod placed yet; nothing when the ask fits.
/// `list` is the pod's uuid list for the ask's model, or null.
std::optional<Reason> first_obstacle(const NodeLedger& node, const DeviceLedger& chip,
                                     const Ask& ask, const UuidList* list);

/// The same on a chip as occupied by some of its holders.
std::optional<Reason> first_obstacle(Registration registration, const DeviceLedger& chip,
                                     const Occupancy& occupancy, const Ask& ask,
                                     const UuidList* list);

/// The last of those checks: slots, memory, cores, AI CPUs.
std::optional<Reason> shortage(const Amount& asked, const Amount& free);

/// True when the ask bears no company on such a chip.
bool wants_alone(const Chip& chip, const Ask& ask);

/// Where a refusal stands in the order of the checks: of two, the higher came further.
int check_number(Reason reason);

/// The same question packed for ScanRow, for the requests it can answer: one container, one chip,
/// no lists, one mode.
std::optional<SmallAsk> small_ask_of(const Request& request);

}  // namespace npushare
