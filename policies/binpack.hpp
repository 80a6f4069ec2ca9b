/// binpack: prefers the fullest chip that still fits, and the node that offers it, to keep whole
/// chips free.
///
/// Formula: fullness with the request placed (policies/fullness.hpp); 0 where there is no capacity.
/// Source:  design.md 5; kube-scheduler NodeResourcesFit, scoring strategy MostAllocated.
#pragma once

#include <memory>

#include "policies/policy.hpp"

namespace npushare {

std::unique_ptr<Policy> make_binpack();

}  // namespace npushare
