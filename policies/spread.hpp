/// spread: prefers the emptiest chip, and the node that offers it, so that neighbours disturb each
/// other least.
///
/// Formula: 100 - fullness with the request placed (policies/fullness.hpp); 0 where there is no
///          capacity.
/// Source:  design.md 5; kube-scheduler NodeResourcesFit, scoring strategy LeastAllocated.
#pragma once

#include <memory>

#include "policies/policy.hpp"

namespace npushare {

std::unique_ptr<Policy> make_spread();

}  // namespace npushare
