/// filter: which of these nodes can take the pod? A pure question: nothing is written or reserved.
///
/// Every refused node stands in exactly one map: FailedNodes when a pod of lower priority could
/// leave and make room, FailedAndUnresolvableNodes when not. A pod that asks for no NPU passes
/// every node untouched.
/// Source: spec/kube-scheduler-extender.md 1.4; design.md 6.
#pragma once

#include <string_view>

#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/reply_text.hpp"

namespace npushare::verbs {

/// The reply's body, whose views point into the request's; a request that cannot be read is
/// answered in its Error.
wire::ReplyText filter(std::string_view body, const Services& with, CallNotes* notes = nullptr);

}  // namespace npushare::verbs
