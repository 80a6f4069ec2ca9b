#include "scheduler/cli/bars.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace npushare::cli {
namespace {

constexpr std::string_view kFree = "·";

/// Amounts may be anything a server sends; in floating point no sum of them wraps.
using Weights = std::vector<double>;

/// Each part's amount, then the free rest.
Weights weights_of(const std::vector<std::int64_t>& parts, std::int64_t whole) {
  Weights weights;
  for (const std::int64_t part : parts)
    weights.push_back(static_cast<double>(std::max<std::int64_t>(part, 0)));
  const double taken = std::accumulate(weights.begin(), weights.end(), 0.0);
  weights.push_back(std::max(static_cast<double>(whole) - taken, 0.0));
  return weights;
}

/// The part that is owed most: the one whose share of the bar lies furthest above its cells.
std::size_t most_owed(const std::vector<double>& exact, const std::vector<std::size_t>& given) {
  std::size_t most = 0;
  double debt = -std::numeric_limits<double>::infinity();
  for (std::size_t at = 0; at < exact.size(); ++at) {
    const double owed = exact[at] - static_cast<double>(given[at]);
    if (exact[at] > 0 && owed > debt) {
      most = at;
      debt = owed;
    }
  }
  return most;
}

}  // namespace

std::vector<std::size_t> shared_out(const std::vector<std::int64_t>& parts, std::int64_t whole,
                                    std::size_t cells) {
  const Weights weights = weights_of(parts, whole);
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::size_t> given(weights.size(), 0);
  if (total <= 0) {
    given.back() = cells;
    return given;
  }
  std::vector<double> exact;
  for (const double weight : weights) exact.push_back(weight * static_cast<double>(cells) / total);
  std::size_t left = cells;
  for (std::size_t at = 0; at < exact.size() && left > 0; ++at) {
    if (exact[at] <= 0) continue;
    ++given[at];
    --left;
  }
  for (; left > 0; --left) ++given[most_owed(exact, given)];
  return given;
}

std::string_view shade_of(std::size_t position) {
  return position % 2 == 0 ? "█" : "▒";
}

std::string bar(const std::vector<std::int64_t>& parts, std::int64_t whole, std::size_t cells,
                const Style& style) {
  const std::vector<std::size_t> given = shared_out(parts, whole, cells);
  std::string taken;
  for (std::size_t at = 0; at + 1 < given.size(); ++at)
    for (std::size_t cell = 0; cell < given[at]; ++cell) taken += shade_of(at);
  std::string rest;
  for (std::size_t cell = 0; cell < given.back(); ++cell) rest += kFree;
  return taken + style.paint(Tone::kQuiet, rest);
}

}  // namespace npushare::cli
