/// What the claim desk works with, out of the parts: told apart here, since parts.cpp is long.
#pragma once

#include "scheduler/app/claim_desk.hpp"

namespace npushare {

struct Parts;
struct PartsFrom;

/// Refers to the parts, which are asked when they are at work, not before.
ClaimDesk::With claim_desk_for(Parts& parts, const PartsFrom& from);

}  // namespace npushare
