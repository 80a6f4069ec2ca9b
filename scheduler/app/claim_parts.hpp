/// What the parts that deal with claims (DRA) work with, out of all parts.
#pragma once

#include "scheduler/app/claim_desk.hpp"
#include "scheduler/app/shared_chips.hpp"
#include "scheduler/sync/claim_books.hpp"

namespace npushare {

struct Parts;
struct PartsFrom;

/// Each refers to the parts, which are asked when they are at work, not before.
ClaimDesk::With claim_desk_for(Parts& parts, const PartsFrom& from);
SharedChips::With shared_chips_for(Parts& parts, const PartsFrom& from);
sync::ClaimBooks::With claim_books_for(Parts& parts, const PartsFrom& from);

}  // namespace npushare
