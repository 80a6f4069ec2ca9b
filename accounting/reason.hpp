/// "Does not fit": why a chip or a node was refused.
///
/// Order:  the order of the checks (design.md 5). A node is refused for the reason of the chip that
/// came
///         furthest, so that the text names what is nearest to being mended.
/// Text:   constant, no names and no numbers: kube-scheduler counts equal texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace npushare {

enum class Reason : std::uint8_t {
  kQuotaSpent,     // of the pod's namespace, whatever the node
  kNotRegistered,  // the node has no inventory, or its plugin serves no chip
  kNoSuchModel,    // no chip of the model asked for
  kModeMismatch,   // the chip is split the other way, or still carries shares of the other way
  kUnhealthy,
  kCordoned,    // by an operator: what runs there stays, nobody joins
  kClaimsOnly,  // from here: a Block of the chip (accounting/block.hpp)
  kKeptForClaims,
  kQuarantined,
  kUnmappedClaims,
  kUncountableClaims,
  kStaleRegistration,
  kUnsupportedHost,  // soft split on a host it does not work on
  kNotAllowed,       // an allow or deny list of uuids
  kExceedsChip,      // more than the chip has in all
  kExclusive,        // asked or held for one alone
  kSlotsShort,
  kMemoryShort,
  kCoresShort,
  kCpusShort,
  kSharedChip,   // only left on a chip that another container of the pod holds in another size
  kTooFewChips,  // the node has fewer chips of the model than one container asks for
  kChipsShort,   // some chips fit, but fewer than asked
};
inline constexpr Reason kLastReason = Reason::kChipsShort;

std::string_view text_of(Reason reason);

/// A stable word for `-o json`, metrics and documentation, e.g. "memory-short".
std::string_view code_of(Reason reason);

/// True when no departure of any pod could mend it. A mode mismatch is not: shares of the other
/// mode leave with their pods.
bool is_permanent(Reason reason);

}  // namespace npushare
