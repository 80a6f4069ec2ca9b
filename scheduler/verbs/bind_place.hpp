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

/// The shares a pod has waited with, if its node would give it the same ones now; else others.
Result<Reservation> hold_on(Reservation held, const Question& question, Services& with);

}  // namespace npushare::verbs
