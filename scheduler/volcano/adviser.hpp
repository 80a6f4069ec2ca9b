/// Mode A: where Volcano's own deviceshare picks the chips, would it pick one that we know better
/// than to use?
///
/// It looks at room alone: it takes sick chips, chips of the other mode, and those that the pod's
/// uuid lists exclude. A node where it would is refused, for another node may do better. Where its
/// order leaves the choice to chance it is trusted.
/// Source: spec/volcano-deviceshare.md 2.6, 2.7, 5.9 (mode A), F-06, F-17, F-27.
#pragma once

#include <optional>

#include "policies/planner.hpp"
#include "scheduler/verbs/question.hpp"

namespace npushare::volcano {

/// What is wrong with the first bad chip that it would take; nothing when it takes good ones.
std::optional<Refusal> mistake_of_volcano(const NodeLedger& node, const verbs::Question& question);

}  // namespace npushare::volcano
