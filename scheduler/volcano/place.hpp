/// The shares of a placement on trial.
#pragma once

#include "scheduler/verbs/question.hpp"
#include "scheduler/volcano/trials.hpp"

namespace npushare::volcano {

/// Takes the pod's shares on the node: those it had there earlier in the session if they are still
/// good, others if not. Nothing is taken anew where they wait at the node's gate, or in a Binding
/// whose outcome is open: its webhook finds them there.
/// Errors: kNotFound: no such node; kConflict: it does not fit; kBusy: the pod holds something
///         there that nobody can explain yet.
Result<> place_on_trial(const verbs::Question& question, const NodeName& node,
                        verbs::Services& with, Trials& trials);

}  // namespace npushare::volcano
