/// A refusal as Volcano understands it: a code that says whether somebody's leaving could help, and
/// a text that is the same on every node refused for that reason, for Volcano groups and counts
/// equal texts.
///
/// Source: spec/volcano-deviceshare.md 1.2 (codes), 5.7, vectors V-42 to V-75.
#pragma once

#include <cstdint>

#include "accounting/node_ledger.hpp"
#include "policies/planner.hpp"

namespace npushare::volcano {

/// Volcano's status codes; one above 5 would pass for a fit.
enum class Code : std::uint8_t {
  kFits = 0,
  kError = 1,
  kUnschedulable = 2,  // may fit once something leaves or recovers: preemption looks at the node
  kUnresolvable = 3,   // cannot fit whatever leaves
};

Code code_of(const Refusal& refusal, const NodeLedger& node, const Request& request);

}  // namespace npushare::volcano
