/// Told of a node each time the cluster shows it, with the chips that it registers.
#pragma once

#include <functional>

#include "accounting/node_ledger.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::sync {

using NodeSeen = std::function<void(const wire::Node&, const Inventory&)>;

}  // namespace npushare::sync
