/// How many nodes were refused for which reason.
///
/// Threads: a plain value of a few dozen bytes, without memory of its own: cheap to fill and to
///          keep by the thousand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "accounting/reason.hpp"

namespace npushare {

class ReasonCounts {
 public:
  void add(Reason reason, std::uint32_t nodes = 1) {
    counts_[static_cast<std::size_t>(reason)] += nodes;
  }
  std::uint32_t of(Reason reason) const { return counts_[static_cast<std::size_t>(reason)]; }

  /// Calls `visit(reason, count)` for each reason that was given, in the order of the checks.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t k = 0; k < counts_.size(); ++k)
      if (counts_[k] > 0) visit(static_cast<Reason>(k), counts_[k]);
  }

  friend bool operator==(const ReasonCounts&, const ReasonCounts&) = default;

 private:
  std::array<std::uint32_t, static_cast<std::size_t>(kLastReason) + 1> counts_{};
};

}  // namespace npushare
