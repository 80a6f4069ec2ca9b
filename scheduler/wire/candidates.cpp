#include "scheduler/wire/candidates.hpp"

#include <algorithm>

namespace npushare::wire {

Candidate Candidates::nth(std::size_t index) const {
  const auto behind = std::ranges::upper_bound(runs_, index, {}, &CandidateRun::index);
  const CandidateRun& run = *std::prev(behind);
  return at(run, static_cast<std::uint32_t>(index - run.index));
}

}  // namespace npushare::wire
