/// allocateFunc: a session has placed a pod, on trial.
///
/// Status:  2: shares are taken in the book, the same ones when it is asked again. 4: the place is
///          noted and nothing is charged. 16 and 32: a trial eviction is undone. Any other is news
///          to nobody.
/// Errors:  in the reply: no room, or another replica leads. Volcano then takes the pod off again
///          and looks for another node.
/// Source:  spec/volcano-deviceshare.md 5.3, 5.8, 7.2, 7.4.
#pragma once

#include <string>
#include <string_view>

#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/volcano/trials.hpp"

namespace npushare::volcano {

std::string allocate(std::string_view body, verbs::Services& with, Trials& trials,
                     verbs::CallNotes& notes);

}  // namespace npushare::volcano
