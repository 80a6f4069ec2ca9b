/// The shares a bind is about to commit.
#pragma once

#include "scheduler/verbs/question.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::verbs {

/// Plans on the state of this moment and holds the plan's shares. Somebody else may take the room
/// between the two; then the plan is made again.
/// Errors: kNotFound: no such node; kConflict: it does not fit; kBusy: an earlier Binding of the
/// pod
///         is not decided yet.
Result<Reservation> hold_place(const Question& question, const NodeName& node, Services& with);

/// What hold_place() would hold; nothing is held.
Result<Allocation> plan_place(const Question& question, const NodeName& node, const Services& with);

/// Would a new plan, kept to these chips, come to the same? Chips fail, registrations grow old and
/// other schedulers bind while a pod waits.
bool is_still_good(const Allocation& held, const Question& question, Services& with);

/// Does the pod hold these shares, on healthy chips that have the room? Weaker than what a new plan
/// would ask for: the pod may be running on them already.
bool is_still_there(const Allocation& held, Services& with);

/// kBusy: the API server's answer to an earlier Binding of the pod was lost.
Error not_decided(const PodKey& pod);

/// The shares a pod has waited with while they are still good; else others.
Result<Reservation> hold_on(Reservation held, const Question& question, Services& with);

}  // namespace npushare::verbs
