/// prioritize: which of these nodes is best for the pod?
///
/// Scores: the node policy's 0 to 100 times the weight the operator gave Volcano; with Volcano's
/// own
///         policies what its deviceshare would give: the sum over containers, rounded to a whole
///         number, times the weight. Nodes of equal score differ by less than 1e-3, in the order
///         of verbs/rank.hpp, because Volcano picks among equals at random. A node that does not
///         fit, and every node where the weight is 0 or less, has 0.
/// Source: spec/volcano-deviceshare.md 1.3, 1.4, 5.3, 5.9; vectors V-36 to V-44.
#pragma once

#include <string>
#include <string_view>

#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/volcano/trials.hpp"

namespace npushare::volcano {

std::string prioritize(std::string_view body, const verbs::Services& with, Trials& trials,
                       verbs::CallNotes& notes);

}  // namespace npushare::volcano
