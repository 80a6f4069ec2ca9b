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
      held_(held_nodes(*candidates.directory(), with.holds)) {
  if (candidates.are_whole() || judge.has_nominations()) return;
  memory_ = with.opinions->borrow(question, candidates.directory(), with.book.changes());
}

Opinions::Refused Opinions::next_refused(const CandidateRun& run, std::uint32_t k) {
  for (; k < run.count; ++k) {
    if (memory_ && run.is_known())
      k = memory_.skip_fitting(run.number + k, run.number + run.count) - run.number;
    if (k == run.count) break;
    const Verdict known = verdict(candidates_.at(run, k));
    if (!known.refused) continue;
    const bool is_kept = run.is_known() && thought(run.number + k) >= Thought::kRefused;
    if (!is_kept) return {k, k + 1, known};
    return {k, memory_.end_of_same(run.number + k, run.number + run.count) - run.number, known};
  }
  return {k, k, {}};
}

Opinion Opinions::opinion(const Candidate& one) {
  if (has_holds(one)) return beside_holds(one);
  const Thought known = thought(one.number);
  if (known == Thought::kRated) return memory_.rating(one.number);
  if (known >= Thought::kRefused) return {verdict_of(known), {}, {}};
  return think(one);
}

Verdict Opinions::verdict(const Candidate& one) {
  const Thought known = thought(one.number);
  if (known != Thought::kNone) return verdict_of(known);
  const ScanRow* row = candidates_.row(one);
  if (row == nullptr) return verdict_of(candidates_.place(one, judge_).plan);
  const ScanRow::Answer answer = judge_.glance(*row);
  if (answer.verdict == ScanVerdict::kUnknown) return think(one).verdict;
  Verdict seen;
  if (answer.verdict == ScanVerdict::kRefused) seen = {answer.reason, false};
  if (memory_) memory_.keep(one.number, seen);
  return seen;
}

bool Opinions::has_holds(const Candidate& one) const {
  return !held_.empty() && std::ranges::binary_search(held_, one.number);
}

Opinion Opinions::beside_holds(const Candidate& one) const {
  const Place place = candidates_.place(one, judge_);
  if (!place.plan.fits()) return {verdict_of(place.plan), {}, {}};
  const PodUid& asker = question_.request.holder->uid;
  const LedgerBook::Snapshot crowded = with_.holds->seen(place.ledger, asker, with_.clock.now());
  const Plan plan = judge_.plan(*crowded);
  if (!plan.fits()) return {{}, kOnlyWithoutHolds, {}};
  return rated(*crowded, plan, one);
}

void Opinions::hold(const Candidate& best) const {
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

Opinion Opinions::think(const Candidate& one) {
  const ScanRow* row = candidates_.row(one);
  if (!memory_ || row == nullptr || row->is_unsettled()) return form(one);
  const std::uint64_t version = row->version();  // before the ledger is read
  const Opinion formed = form(one);
  if (version != 0) memory_.keep(one.number, version, formed);
  return formed;
}

Opinion Opinions::form(const Candidate& one) const {
  const Place place = candidates_.place(one, judge_);
  if (!place.plan.fits()) return {verdict_of(place.plan), {}, {}};
  return rated(*place.ledger, place.plan, one);
}

Opinion Opinions::rated(const NodeLedger& ledger, const Plan& plan, const Candidate& one) const {
  const Rating rating = rate(ledger, *plan.allocation, question_, name_of(one));
  return {{}, rating.node, rating.chips};
}

}  // namespace npushare::verbs
