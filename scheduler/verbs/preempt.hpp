/// preempt: whom to evict from each of these nodes so that the pod fits. A pure question: nothing
/// is written or reserved.
///
/// A given victim is never dropped, the scheduler may need its CPU; who is added is of lower
/// priority than the pod and holds chips it could use. A node that cannot be made to fit, or that
/// fits already without any victim, is left out. A pod that asks for no NPU gets its victims back
/// as they came.
/// Source: spec/kube-scheduler-extender.md 2; design.md 6.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/pdb.hpp"

namespace npushare::verbs {

/// The cluster's PodDisruptionBudgets.
using Budgets = std::vector<wire::DisruptionBudget>;

/// kInvalid: the request cannot be read (HTTP 400).
Result<std::string> preempt(std::string_view body, const Services& with, const Budgets& budgets,
                            CallNotes* notes = nullptr);

}  // namespace npushare::verbs
