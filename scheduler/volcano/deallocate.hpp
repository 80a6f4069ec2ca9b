/// deallocateFunc: a session takes a pod off a node, on trial.
///
/// Status: 64: the pod is to be evicted: its shares stay charged, and nominations may count on
/// them.
///         Any other: what was held or hoped for the pod there has gone back when this returns. Who
///         has nothing there loses nothing.
/// Errors: none; Volcano would not read them.
/// Source: spec/volcano-deviceshare.md 5.3, 5.8; vectors V-145, V-146.
#pragma once

#include <string>
#include <string_view>

#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/volcano/trials.hpp"

namespace npushare::volcano {

std::string deallocate(std::string_view body, verbs::Services& with, Trials& trials,
                       verbs::CallNotes& notes);

}  // namespace npushare::volcano
