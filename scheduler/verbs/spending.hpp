/// What pods hold or ask for, as namespace quotas count it: chip model by chip model, with cores in
/// percent of a chip on hard-split chips too (AI cores of each share, rounded up).
///
/// Threads: pure functions.
#pragma once

#include <map>

#include "accounting/catalogue.hpp"
#include "accounting/node_ledger.hpp"
#include "accounting/request.hpp"

namespace npushare::verbs {

using Spending = std::map<ModelName, Amount>;

/// Namespace, pod by pod.
using SpendingByPod = std::map<std::string, std::map<PodUid, Spending>, std::less<>>;

void add(Spending& sum, const Spending& more);
void take_off(Spending& sum, const Spending& less);

/// Of everybody who holds shares on the node, shares kept aside included.
SpendingByPod spending_on(const NodeLedger& node, const Catalogue& catalogue);

/// The least that the pod can cost, wherever it goes: its peak with all containers on the same
/// chips. `reserved` is what the operator keeps of each chip.
Spending least_spending(const Request& request, const Catalogue& catalogue, MiB reserved);

}  // namespace npushare::verbs
