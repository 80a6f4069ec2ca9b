/// predicate: may this pod go to this node, now or once those who leave have left?
///
/// Beside the answer the call tells what became of earlier placements: a pod that is asked about
/// waits, so whatever was held for it is void, and the node says who is on it.
/// Source: spec/volcano-deviceshare.md 5.3, 5.8, 7.4.
#pragma once

#include <string>
#include <string_view>

#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/volcano/trials.hpp"

namespace npushare::volcano {

/// The reply's body: Volcano takes any HTTP status but 200 for a node that fails.
std::string predicate(std::string_view body, const verbs::Services& with, Trials& trials,
                      verbs::CallNotes& notes);

}  // namespace npushare::volcano
