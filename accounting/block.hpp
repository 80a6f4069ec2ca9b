/// Why a chip takes no pods that ask by annotations, beside its health and what its ledger says.
///
/// Order:   of several causes the first counts: the one to be mended first.
/// Threads: plain values.
/// Source:  spec/dra-accounting.md 7.4 ("blocked"), 7.6.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "accounting/reason.hpp"

namespace npushare {

enum class Block : std::uint8_t {
  kClaimsOnly,         // the node's pods are to ask by claims: mode "convert"
  kKeptForClaims,      // mode "split": this chip belongs to claims
  kQuarantined,        // its uuid is told of two chips, or changed
  kUnmappedClaims,     // claims hold chips of the node that cannot be told by uuid
  kUncountableClaims,  // a claim holds an amount of it that cannot be read
  kNone,
};

constexpr Block first_of(Block a, Block b) {
  return std::min(a, b);
}

/// Nothing for kNone.
std::optional<Reason> reason_of(Block block);

}  // namespace npushare
