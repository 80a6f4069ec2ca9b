/// An allocation, to the annotations that node plugin, HAMi and our own replay read.
///
/// Errors: none: an allocation is valid by construction.
/// Source: spec/node-plugin-contract.md 3.8.2 and the bytes of 3.9;
/// spec/volcano-deviceshare.md 8.1,
///         8.3.
#pragma once

#include <cstdint>

#include "accounting/allocation.hpp"
#include "scheduler/wire/objects.hpp"

namespace npushare::backends {

/// Which containers have a segment of their own in the lists of devices.
enum class Segments : std::uint8_t {
  kEveryContainer,  // HAMi's and ours: the position names the container
  /// Volcano's, which reads no other: only those that hold chips. A pod whose init containers hold
  /// some keeps the other form, since Volcano cannot count those either way.
  kServedContainers,
};

/// Nothing for an allocation without grants: a pod with such annotations could be served by
/// mistake.
wire::StringMap grant_annotations(const Allocation& allocation, std::int64_t unix_seconds,
                                  Segments segments = Segments::kEveryContainer);

}  // namespace npushare::backends
