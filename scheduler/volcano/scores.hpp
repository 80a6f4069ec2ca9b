/// Ratings of places, as the numbers Volcano adds to those of its other plugins.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "scheduler/verbs/rank.hpp"

namespace npushare::volcano {

/// The node's score before the tie-break; of Volcano's own policies what its deviceshare computes.
double score_of(const verbs::Question& question, const NodeLedger& ledger, const Allocation& plan,
                std::int64_t weight);

/// A place that fits: how it is rated, and its score.
struct Scored {
  verbs::Rating rating;
  double score = 0;
};

/// Sets equal scores apart: of n equals the best gets (n - 1) / n of kTieSpan more, the last
/// nothing. So a score that nobody shares is exact.
void break_ties(std::vector<std::optional<Scored>>& places, const verbs::NodeGate& gate);

inline constexpr double kTieSpan = 1e-3;

}  // namespace npushare::volcano
