#include "scheduler/verbs/judge.hpp"

#include "policies/fit.hpp"

namespace npushare::verbs {
namespace {

std::optional<ScanAsk> short_ask_of(const Request& request, ChipClasses& classes) {
  const std::optional<SmallAsk> small = small_ask_of(request);
  return small ? classes.pack(*small) : std::nullopt;
}

/// A nominee that does not fit yet waits for pods below it to leave. Where it will go then is as
/// good as taken, even if that overdraws the chip for the moment.
void place_nominee(NodeLedger& ledger, const Request& nominee, const Policy& chip_policy) {
  Plan plan = plan_on(ledger, nominee, chip_policy);
  if (!plan.fits())
    plan = plan_on(without_lower(ledger, nominee.holder->priority), nominee, chip_policy);
  if (plan.fits()) ledger.observe(*plan.allocation, InitPhase::kRunning);
}

}  // namespace

Verdict verdict_of(const Plan& plan) {
  if (plan.fits()) return {};
  return {plan.refusal.reason, plan.refusal.resolvable};
}

Judge::Judge(const Question& question, const Services& with)
    : question_(question),
      with_(with),
      has_nominations_(with.pods.has_nominations()),
      own_place_(with.gate.place_of(question.request.holder->uid)),
      short_ask_(has_nominations_ ? std::nullopt
                                  : short_ask_of(question.request, with.book.classes())) {}

LedgerBook::Snapshot Judge::seen(LedgerBook::Snapshot ledger) const {
  if (ledger->name() == own_place_) {
    auto without_own = std::make_shared<NodeLedger>(*ledger);
    without_own->give_back(question_.request.holder->uid);
    ledger = std::move(without_own);
  }
  if (!has_nominations_) return ledger;
  const Holder& asker = *question_.request.holder;
  std::shared_ptr<NodeLedger> crowded;
  for (const Request& nominee : with_.pods.nominated_on(ledger->name())) {
    const Holder& holder = *nominee.holder;
    const bool gives_way = holder.priority < asker.priority || holder.uid == asker.uid;
    if (gives_way || ledger->holds(holder.uid)) continue;
    if (!crowded) crowded = std::make_shared<NodeLedger>(*ledger);
    place_nominee(*crowded, nominee, *question_.chip_policy);
  }
  if (crowded) return crowded;
  return ledger;
}

Plan Judge::plan(const NodeLedger& ledger, std::vector<ChipFinding>* findings) const {
  return plan_on(ledger, question_.request, *question_.chip_policy, findings);
}

}  // namespace npushare::verbs
