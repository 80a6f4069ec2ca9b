/// Does one ask fit one chip? The ordered checks of design.md 5, each a Reason.
#pragma once

#include <optional>

#include "accounting/node_ledger.hpp"
#include "accounting/reason.hpp"
#include "accounting/request.hpp"
#include "accounting/scan_row.hpp"

namespace npushare {

/// What the ask takes of this chip: for a whole chip its capacity.
Amount charge_on(const DeviceLedger& chip, const Ask& ask);

/// The first check that fails, with nothing of this pod placed yet; nothing when the ask fits.
/// `list` is the pod's uuid list for the ask's model, or null.
std::optional<Reason> first_obstacle(const NodeLedger& node, const DeviceLedger& chip,
                                     const Ask& ask, const UuidList* list);

/// The same question packed for ScanRow, for the requests it can answer: one container, one chip, no lists,
/// one mode.
std::optional<SmallAsk> small_ask_of(const Request& request);

}  // namespace npushare
