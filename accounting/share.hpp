/// One container's part of one chip, and who holds it.
#pragma once

#include <cstdint>
#include <memory>

#include "accounting/amount.hpp"
#include "accounting/chip.hpp"
#include "accounting/names.hpp"

namespace npushare {

/// The pod behind one or more shares. Immutable and shared by all its shares.
struct Holder {
  PodUid uid;
  PodKey pod;
  std::int64_t priority = 0;
  std::int64_t since = 0;  // Unix seconds: when the pod was bound, or 0 when not known

  friend bool operator==(const Holder&, const Holder&) = default;
};
using HolderPtr = std::shared_ptr<const Holder>;

/// reserved -> assumed (the Binding was accepted) -> bound (the cluster shows it). A write whose
/// outcome is not known leaves its share uncertain until a consistent read decides.
enum class ShareState : std::uint8_t { kReserved, kAssumed, kUncertain, kBound };

enum class Source : std::uint8_t { kAnnotation, kClaim, kReservation };

/// How a share bears company on its chip.
enum class Hold : std::uint8_t {
  kPart,       // its amount; others may join
  kExclusive,  // its amount; nobody else may join
  kWhole,      // all of the chip, whatever that is
};

struct Share {
  HolderPtr holder;
  Amount amount;
  std::uint16_t container = 0;  // position in the pod, init containers first
  Hold hold = Hold::kPart;
  Mode mode = Mode::kHard;  // meaningless for kWhole, which fits both
  Source source = Source::kAnnotation;
  ShareState state = ShareState::kBound;
};

inline bool is_reserved_by(const Share& share, const PodUid& pod) {
  return share.state == ShareState::kReserved && share.holder->uid == pod;
}

}  // namespace npushare
