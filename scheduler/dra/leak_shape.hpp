/// Who made a claim, as far as it shows: which leaked claims may be deleted at all.
///
/// Threads: pure functions.
/// Source:  spec/dra-accounting.md 8.3, step 1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scheduler/dra/leaks.hpp"

namespace npushare::dra {

/// What is done about leaked claims.
enum class LeakPolicy : std::uint8_t {
  kReport,            // they are shown
  kDeleteOwn,         // those that our webhook made are deleted
  kDeleteHamiShaped,  // and those that look as HAMi-DRA makes them
};

/// report, delete-own, delete-hami-shaped
std::string_view word_of(LeakPolicy policy);

enum class MadeBy : std::uint8_t { kOther, kUs, kHamiDra };

MadeBy maker_of(const wire::ResourceClaim& claim, const LeakScope& scope);

/// Why a leak of this kind of this claim may not be deleted under the policy; empty: it may.
std::string spared_because(LeakKind kind, const wire::ResourceClaim& claim, const LeakScope& scope,
                           LeakPolicy policy);

}  // namespace npushare::dra
