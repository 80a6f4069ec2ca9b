/// May the pod go to that node, now or once others have left? One answer for predicate, prioritize
/// and a pipelined placement.
#pragma once

#include "policies/planner.hpp"
#include "scheduler/verbs/question.hpp"
#include "scheduler/volcano/asked.hpp"
#include "scheduler/volcano/outlook.hpp"

namespace npushare::volcano {

struct Judgement {
  LedgerBook::Snapshot ledger;  // what the plan was made on; null: nobody knows the node
  Plan plan;
};

Judgement judge(const verbs::Question& question, const NodeName& node, const verbs::Services& with,
                const Trials& trials);

/// The same, and where Volcano picks the chips: will it pick good ones?
Judgement judge(const Asked& asked, const NodeName& node, const verbs::Services& with,
                const Trials& trials);

/// As it is now: what a placement that is to be bound needs.
Plan plan_now(const verbs::Question& question, const Outlook& outlook);

}  // namespace npushare::volcano
