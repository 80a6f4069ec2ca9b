#include "scheduler/verbs/opinions.hpp"

#include "scheduler/verbs/rank.hpp"

namespace npushare::verbs {

Opinions::Opinions(const Candidates& candidates, const Judge& judge, const Question& question,
                   const Services& with)
    : candidates_(candidates),
      judge_(judge),
      question_(question),
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

Opinion Opinions::opinion(std::size_t i) {
  const ScanRow* row = candidates_.row(i);
  return is_worth_remembering(row) ? remembered(i, *row) : form(i);
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
  const Rating rating = rate(*place.ledger, *place.plan.allocation, question_, candidates_.name(i));
  return {{}, rating.node, rating.chips};
}

}  // namespace npushare::verbs
