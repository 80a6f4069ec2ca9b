#include "accounting/block.hpp"

namespace npushare {

std::optional<Reason> reason_of(Block block) {
  switch (block) {
    case Block::kClaimsOnly: return Reason::kClaimsOnly;
    case Block::kKeptForClaims: return Reason::kKeptForClaims;
    case Block::kQuarantined: return Reason::kQuarantined;
    case Block::kUnmappedClaims: return Reason::kUnmappedClaims;
    case Block::kUncountableClaims: return Reason::kUncountableClaims;
    case Block::kNone: return std::nullopt;
  }
  __builtin_unreachable();
}

}  // namespace npushare
