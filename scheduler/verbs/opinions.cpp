#include "scheduler/verbs/opinions.hpp"

#include <algorithm>

#include "scheduler/verbs/rank.hpp"

namespace npushare::verbs {
namespace {

/// Below every score a policy gives: the pod fits only if those who are about to come do not.
constexpr Score kOnlyWithoutHolds{-1};

std::vector<std::uint32_t> held_nodes(const NodeDirectory& directory, const TentativeHolds* holds) {
  std::vector<std::uint32_t> numbers;
  if (holds == nullptr || holds->empty()) return numbers;
  for (const NodeName& node : holds->nodes())
    if (const auto number = directory.find(node.text())) numbers.push_back(*number);
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace

Opinions::Opinions(const Candidates& candidates, const Judge& judge, const Question& question,
                   const Services& with)
    : candidates_(candidates),
      judge_(judge),
      question_(question),
      with_(with),
      held_(held_nodes(candidates.directory(), with.holds)),
      memory_(with.opinions->borrow(question, candidates.directory().size())) {}

bool Opinions::is_worth_remembering(const ScanRow* row) const {
  return row != nullptr && memory_ && !judge_.has_nominations() && !row->is_unsettled() &&
         row->version() != 0;
}

Opinions::Refused Opinions::next_refused(std::size_t i) {
  const ScanAsk* ask = judge_.short_ask();
  for (; i < candidates_.size(); ++i) {
    const ScanRow* row = candidates_.row(i);
    if (ask != nullptr && row != nullptr && row->fits(*ask)) continue;
    const Verdict known = verdict(i);
    if (known.refused) return {i, known};
  }
  return {i, {}};
}

Verdict Opinions::thought_out(std::size_t i, const ScanRow* row) {
  if (is_worth_remembering(row)) return remembered(i, *row).verdict;
  return verdict_of(candidates_.place(i, judge_).plan);
}

bool Opinions::has_holds(std::size_t i) const {
  return !held_.empty() && std::ranges::binary_search(held_, candidates_.number(i));
}

Opinion Opinions::opinion(std::size_t i) {
  if (has_holds(i)) return beside_holds(i);
  const ScanRow* row = candidates_.row(i);
  return is_worth_remembering(row) ? remembered(i, *row) : form(i);
}

Opinion Opinions::beside_holds(std::size_t i) const {
  const Place place = candidates_.place(i, judge_);
  if (!place.plan.fits()) return {verdict_of(place.plan), {}, {}};
  const PodUid& asker = question_.request.holder->uid;
  const LedgerBook::Snapshot crowded = with_.holds->seen(place.ledger, asker, with_.clock.now());
  const Plan plan = judge_.plan(*crowded);
  if (!plan.fits()) return {{}, kOnlyWithoutHolds, {}};
  return rated(*crowded, plan, i);
}

void Opinions::hold(std::size_t best) const {
  if (with_.holds == nullptr) return;
  Place place = candidates_.place(best, judge_);
  if (!place.plan.fits()) return;
  const observe::Clock::Monotonic now = with_.clock.now();
  const LedgerBook::Snapshot crowded =
      with_.holds->seen(place.ledger, question_.request.holder->uid, now);
  if (crowded != place.ledger) {
    Plan beside = judge_.plan(*crowded);
    if (beside.fits()) place.plan = std::move(beside);
  }
  with_.holds->place(*std::move(place.plan.allocation), now);
}

Opinion Opinions::remembered(std::size_t i, const ScanRow& row) {
  const std::uint64_t version = row.version();  // before the ledger is read
  const std::uint32_t number = candidates_.number(i);
  if (const Opinion* known = memory_.find(number, version)) return *known;
  const Opinion formed = form(i);
  memory_.keep(number, version, formed);
  return formed;
}

Opinion Opinions::form(std::size_t i) const {
  const Place place = candidates_.place(i, judge_);
  if (!place.plan.fits()) return {verdict_of(place.plan), {}, {}};
  return rated(*place.ledger, place.plan, i);
}

Opinion Opinions::rated(const NodeLedger& ledger, const Plan& plan, std::size_t i) const {
  const Rating rating = rate(ledger, *plan.allocation, question_, candidates_.name(i));
  return {{}, rating.node, rating.chips};
}

}  // namespace npushare::verbs
