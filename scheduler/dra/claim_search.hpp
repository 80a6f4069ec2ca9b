/// Is there a way to give all these claims what they ask for from one node's devices?
///
/// Shape:   the picks of one way. Which one kube-scheduler takes cannot be foretold.
/// Rules:   count devices a request, each with the full amount; of firstAvailable the first
///          alternative for which there is a way; mode All takes every device of the selection.
///          matchAttribute and distinctAttribute as documented.
/// Bounds:  kMostSteps devices tried; then it is not decided.
/// Threads: pure functions of values.
/// Source:  spec/dra-accounting.md 3.5.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "scheduler/dra/claim_fit.hpp"

namespace npushare::dra {

/// May one request have the same shared device twice? Kubernetes up to 1.35 does that, and the
/// node's driver then starts the container without a limit (9, F9).
enum class Repeats : std::uint8_t { kNever, kAllowed };

struct Pick {
  std::string claim;
  std::string request;  // "main" or "main/sub"
  DeviceName device;
  Amounts amounts;
};

struct Placement {
  enum class Outcome : std::uint8_t {
    kFits,
    kNone,
    kUndecided,  // a selector or a consumption that is not understood could decide, or too long
  };
  Outcome outcome = Outcome::kNone;
  std::vector<Pick> picks;  // of kFits

  /// A request has a device twice.
  bool repeats_a_device() const;
};

inline constexpr std::size_t kMostSteps = 5'000;

/// `offers` are the devices of one node.
Placement place_claims(Claims claims, std::span<const OfferedDevice> offers, const DeviceUses& uses,
                       const ClassSelectors& classes, Repeats repeats = Repeats::kNever);

}  // namespace npushare::dra
