/// How good a place is. One small file a policy; the registry gives it its name.
///
/// Scores: 0 to Score::kMax, higher is better, for the state with the request already placed; the
///         peers' own formulas rate what they rate. A policy never filters, keeps no state and
///         never sees a pod.
/// Source: design.md 5.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "accounting/node_ledger.hpp"

namespace npushare {

/// 0...100 with nine decimals in an integer, so that every machine ranks alike.
class Score {
 public:
  static constexpr std::int64_t kPoint = 1'000'000'000;
  static constexpr std::int64_t kMax = 100 * kPoint;

  constexpr Score() = default;
  constexpr explicit Score(std::int64_t value) : value_(value) {}
  constexpr std::int64_t value() const { return value_; }
  friend constexpr auto operator<=>(Score, Score) = default;

 private:
  std::int64_t value_ = 0;
};

/// Which of two equally good chips of a node is taken.
enum class TieOrder { kLowestIndexFirst, kHighestIndexFirst };

class Policy {
 public:
  virtual ~Policy() = default;

  /// `chip` before the ask, `ask` what would be added to it.
  virtual Score rate_chip(const DeviceLedger& chip, const Amount& ask) const = 0;

  /// `node` before the pod, `plan` what would be added to it.
  virtual Score rate_node(const NodeLedger& node, const Allocation& plan) const = 0;

  virtual TieOrder ties() const { return TieOrder::kLowestIndexFirst; }
};

}  // namespace npushare
