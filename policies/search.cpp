#include "policies/search.hpp"

#include <algorithm>

#include "policies/fit.hpp"

namespace npushare {
namespace {

bool is_init(const Request& request, std::size_t ask) {
  return request.containers[request.asks[ask].container].kind == ContainerKind::kInit;
}

/// Two app containers that ask for one chip alike: which of them stands where makes no difference.
bool are_twins(const Request& request, const Ask& a, const Ask& b) {
  const auto is_app = [&](const Ask& ask) {
    return request.containers[ask.container].kind == ContainerKind::kApp;
  };
  return is_app(a) && is_app(b) && a.chips == 1 && b.chips == 1 && a.hold == b.hold &&
         a.mode == b.mode && a.amount == b.amount && a.quota == b.quota && a.model == b.model &&
         a.template_name == b.template_name;
}

Search::Numbers twins_of(const Request& request) {
  Search::Numbers twins;
  for (std::size_t ask = 0; ask < request.asks.size(); ++ask) {
    std::size_t twin = 0;
    while (twin < ask && !are_twins(request, request.asks[twin], request.asks[ask])) ++twin;
    twins.push_back(twin);
  }
  return twins;
}

Search::Numbers placing_order(const Request& request) {
  Search::Numbers order;
  for (const bool init : {false, true})
    for (std::size_t ask = 0; ask < request.asks.size(); ++ask)
      if (is_init(request, ask) == init) order.push_back(ask);
  return order;
}

}  // namespace

Search::Search(Draft& draft, const Policy& policy)
    : draft_(draft),
      policy_(policy),
      order_(placing_order(draft.request())),
      twin_of_(twins_of(draft.request())),
      failures_(order_.size() * chip_count(), 0) {}

bool Search::run() {
  return place_from(0);
}

bool Search::place_from(std::size_t position) {
  if (position == order_.size()) return true;
  const std::size_t ask = order_[position];
  const Candidates candidates = ranked(ask);
  const std::size_t wanted = ask_at(ask).chips;
  if (candidates.size() >= wanted) return pick(position, candidates, 0, wanted);
  note_dead_end(ask);
  return false;
}

void Search::note_dead_end(std::size_t ask) {
  if (!first_refusal_) first_refusal_ = Refusal{.reason = reason_for(ask), .ask = ask};
}

bool Search::pick(std::size_t position, const Candidates& candidates, std::size_t from,
                  std::size_t chips_left) {
  if (chips_left == 0) return place_from(position + 1);
  const std::size_t ask = order_[position];
  Numbers given_up;
  bool is_placed = false;
  for (std::size_t at = from; at + chips_left <= candidates.size(); ++at) {
    if (is_pointless(ask, candidates, from, at)) continue;
    is_placed = try_chip(position, candidates, at, chips_left);
    if (is_placed || steps_ > kMaxSteps) break;
    given_up.push_back(candidates[at].chip);
    ++failures(ask, candidates[at].chip);
  }
  for (const std::size_t chip : given_up) --failures(ask, chip);
  return is_placed;
}

bool Search::try_chip(std::size_t position, const Candidates& candidates, std::size_t at,
                      std::size_t chips_left) {
  if (++steps_ > kMaxSteps) {
    note_dead_end(order_[position]);
    return false;
  }
  const std::size_t chip = candidates[at].chip;
  draft_.place(order_[position], chip);
  if (pick(position, candidates, at + 1, chips_left - 1)) return true;
  draft_.take_back_last();
  return false;
}

bool Search::is_pointless(std::size_t ask, const Candidates& candidates, std::size_t from,
                          std::size_t at) const {
  const std::size_t chip = candidates[at].chip;
  if (failures_[twin_of_[ask] * chip_count() + chip] > 0) return true;
  for (std::size_t tried = from; tried < at; ++tried)
    if (are_alike(candidates[tried].chip, chip)) return true;
  return false;
}

bool Search::are_alike(std::size_t a, std::size_t b) const {
  if (draft_.uses(a) || draft_.uses(b)) return false;
  const DeviceLedger& first = draft_.node().chips()[a];
  const DeviceLedger& second = draft_.node().chips()[b];
  if (draft_.free(a) != draft_.free(b) || first.capacity() != second.capacity()) return false;
  if (first.chip().mode != second.chip().mode) return false;
  for (std::size_t ask = 0; ask < order_.size(); ++ask)
    if (draft_.obstacle_alone(ask, a) != draft_.obstacle_alone(ask, b)) return false;
  return true;
}

Search::Candidates Search::ranked(std::size_t ask) const {
  Candidates candidates;
  for (std::size_t chip = 0; chip < chip_count(); ++chip)
    if (!draft_.obstacle(ask, chip)) candidates.push_back(rated(ask, chip));

  const bool prefers_used = is_init(draft_.request(), ask);
  const bool highest_first = policy_.ties() == TieOrder::kHighestIndexFirst;
  std::ranges::sort(candidates, [=](const Candidate& a, const Candidate& b) {
    if (prefers_used && a.added != b.added) return a.added < b.added;
    if (a.score != b.score) return a.score > b.score;
    return highest_first ? a.chip > b.chip : a.chip < b.chip;
  });
  return candidates;
}

Search::Candidate Search::rated(std::size_t ask, std::size_t chip) const {
  const Amount added = draft_.added(ask, chip);
  const Score score = draft_.uses(chip) ? policy_.rate_chip(draft_.ledger_with_draft(chip), added)
                                        : policy_.rate_chip(draft_.node().chips()[chip], added);
  return {.chip = chip, .added = added.memory, .score = score};
}

Reason Search::reason_for(std::size_t ask) const {
  std::size_t of_model = 0;
  std::size_t fitting = 0;
  Reason furthest = Reason::kNoSuchModel;
  for (std::size_t chip = 0; chip < chip_count(); ++chip) {
    if (draft_.node().chips()[chip].chip().model == ask_at(ask).model) ++of_model;
    const auto reason = draft_.obstacle(ask, chip);
    if (!reason) ++fitting;
    if (reason && check_number(*reason) > check_number(furthest)) furthest = *reason;
  }
  const bool is_silent = draft_.node().registration() == Registration::kMissing;
  if (chip_count() == 0 && is_silent) return Reason::kNotRegistered;
  if (of_model > 0 && of_model < ask_at(ask).chips) return Reason::kTooFewChips;
  return fitting > 0 ? Reason::kChipsShort : furthest;
}

std::size_t& Search::failures(std::size_t ask, std::size_t chip) {
  return failures_[twin_of_[ask] * chip_count() + chip];
}

}  // namespace npushare
