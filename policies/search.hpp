/// Finds a chip for every ask of a pod, depth first, in the policy's order.
///
/// Order:   containers that run together before ordinary init containers, which then go where the
///          pod already is; otherwise as in the request. Chips by rating, ties as the policy says.
/// Bounds:  kMaxSteps placements. Within them a failure means that no choice fits. Two short cuts
///          keep clear of the bound: a chip is not tried after one that is alike in all that
///          matters, and of containers of one size the later is not tried where the earlier one
///          came to nothing.
/// Threads: for one thread, for one search.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "policies/draft.hpp"
#include "policies/planner.hpp"
#include "policies/policy.hpp"

namespace npushare {

class Search {
 public:
  using Numbers = boost::container::small_vector<std::size_t, 8>;

  Search(Draft& draft, const Policy& policy);

  /// True when the draft holds the whole pod; else it is as it was.
  bool run();

  /// Where the search first found no place, after run() said no.
  const Refusal& first_refusal() const { return *first_refusal_; }

 private:
  struct Candidate {
    std::size_t chip = 0;
    MiB added;
    Score score;
  };
  using Candidates = boost::container::small_vector<Candidate, 8>;

  bool place_from(std::size_t position);
  void note_dead_end(std::size_t ask);
  bool pick(std::size_t position, const Candidates& candidates, std::size_t from,
            std::size_t chips_left);
  bool try_chip(std::size_t position, const Candidates& candidates, std::size_t at,
                std::size_t chips_left);
  bool is_pointless(std::size_t ask, const Candidates& candidates, std::size_t from,
                    std::size_t at) const;
  bool are_alike(std::size_t a, std::size_t b) const;

  Candidates ranked(std::size_t ask) const;
  Candidate rated(std::size_t ask, std::size_t chip) const;
  Reason reason_for(std::size_t ask) const;
  std::size_t& failures(std::size_t ask, std::size_t chip);

  std::size_t chip_count() const { return draft_.node().chips().size(); }
  const Ask& ask_at(std::size_t ask) const { return draft_.request().asks[ask]; }

  Draft& draft_;
  const Policy& policy_;
  Numbers order_;     // asks in the order they are placed
  Numbers twin_of_;   // the first ask that is interchangeable with this one
  Numbers failures_;  // by twin and chip: levels of the search that gave up on it
  std::size_t steps_ = 0;
  std::optional<Refusal> first_refusal_;
};

}  // namespace npushare
