#include "scheduler/volcano/verdict.hpp"

#include <algorithm>

namespace npushare::volcano {
namespace {

/// Chips carry shares of the other mode only until those leave; but who wants a mode that no chip
/// of the node has, waits in vain.
bool has_mode_for(const Ask& ask, const NodeLedger& node) {
  return std::ranges::any_of(node.chips(), [&](const DeviceLedger& chip) {
    return !ask.mode || chip.chip().mode == *ask.mode;
  });
}

}  // namespace

Code code_of(const Refusal& refusal, const NodeLedger& node, const Request& request) {
  switch (refusal.reason) {
    case Reason::kQuotaSpent:
    case Reason::kNotRegistered:
    case Reason::kNoSuchModel:
    case Reason::kUnsupportedHost:
    case Reason::kNotAllowed:
    case Reason::kExceedsChip: return Code::kUnresolvable;
    case Reason::kModeMismatch:
      return has_mode_for(request.asks[refusal.ask], node) ? Code::kUnschedulable
                                                           : Code::kUnresolvable;
    case Reason::kUnhealthy:
    case Reason::kCordoned:
    case Reason::kClaimsOnly:
    case Reason::kKeptForClaims:
    case Reason::kQuarantined:
    case Reason::kUnmappedClaims:
    case Reason::kUncountableClaims:
    case Reason::kStaleRegistration:
    case Reason::kExclusive:
    case Reason::kSlotsShort:
    case Reason::kMemoryShort:
    case Reason::kCoresShort:
    case Reason::kCpusShort:
    case Reason::kSharedChip:
    case Reason::kTooFewChips:
    case Reason::kChipsShort: return Code::kUnschedulable;
  }
  __builtin_unreachable();
}

}  // namespace npushare::volcano
