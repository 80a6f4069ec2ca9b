#include "scheduler/volcano/judgement.hpp"

#include <utility>

#include "scheduler/volcano/picks.hpp"

namespace npushare::volcano {
namespace {

Plan planned(const verbs::Question& question, const NodeLedger& ledger) {
  return plan_on(ledger, question.request, *question.chip_policy);
}

}  // namespace

Judgement judge(const verbs::Question& question, const NodeName& node, const verbs::Services& with,
                const Trials& trials) {
  Judgement judgement;
  judgement.plan.refusal.reason = Reason::kNotRegistered;
  const Outlook outlook(node, question.request.holder->uid, with, trials);
  if (!outlook.book()) return judgement;
  judgement.ledger = outlook.now();
  judgement.plan = planned(question, *outlook.now());
  if (judgement.plan.fits()) return judgement;

  LedgerBook::Snapshot future = outlook.future();
  if (future == outlook.now()) return judgement;
  judgement.plan = planned(question, *future);
  judgement.ledger = std::move(future);
  return judgement;
}

Judgement judge(const Asked& asked, const NodeName& node, const verbs::Services& with,
                const Trials& trials) {
  Judgement judgement = judge(*asked.question, node, with, trials);
  if (!asked.rules->volcano.is_adviser || !judgement.plan.fits()) return judgement;
  const verbs::Question& question = *asked.question;
  if (const auto mistake =
          mistake_of_volcano(*judgement.ledger, question.request, *question.chip_policy))
    judgement.plan = {.allocation = std::nullopt, .refusal = *mistake};
  return judgement;
}

Plan plan_now(const verbs::Question& question, const Outlook& outlook) {
  Plan beside = planned(question, *outlook.now());
  if (beside.fits() || !outlook.has_nominations()) return beside;
  return planned(question, *outlook.book());
}

}  // namespace npushare::volcano
