/// An allocation, to the annotations that node plugin, HAMi and our own replay read.
///
/// Errors: none: an allocation is valid by construction.
/// Source: spec/node-plugin-contract.md 3.8.2 and the bytes of 3.9.
#pragma once

#include <cstdint>

#include "accounting/allocation.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

/// Nothing for an allocation without grants: a pod with such annotations could be served by
/// mistake.
wire::StringMap grant_annotations(const Allocation& allocation, std::int64_t unix_seconds);

}  // namespace npushare::backends
