/// hami-binpack and hami-spread: the chips and nodes that HAMi 2.10 would choose, for a change
/// without moves.
///
/// Formula: HAMi's chip score is 10 * (slots + cores + memory), each (asked + used) / total in
///          float32; its node score the same over the sums of all chips, before the pod is placed.
///          binpack takes the highest, spread the lowest; equal chips from the highest index down.
/// Counts:  as HAMi's books have them: one slot a share, and no cores for a hard split or a whole
///          chip, whose requests name none.
/// Source:  spec/hami-protocol.md 5.2-5.5.
#pragma once

#include <memory>

#include "policies/policy.hpp"

namespace npushare {

/// HAMi's own number. `total` and `used` of one chip; 0 when a total is 0. The AI CPUs play no
/// part.
float hami_chip_score(const Amount& total, const Amount& used, const Amount& asked);

/// The same over a node: the sums of all its chips, unhealthy ones included, and nothing asked.
float hami_node_score(const Amount& total, const Amount& used);

/// What HAMi's books would show as used on this chip.
Amount hami_used(const DeviceLedger& chip);

std::unique_ptr<Policy> make_hami_binpack();
std::unique_ptr<Policy> make_hami_spread();

}  // namespace npushare
