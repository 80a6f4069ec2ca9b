/// prioritize: which of these hosts is best? 10 for exactly one, 0...8 for the rest.
///
/// The best is the highest full-precision score over all chips of all hosts; equal scores go to the
/// name that sorts first. Every host asked about is answered, in the order asked.
/// Source: spec/kube-scheduler-extender.md 1.5; design.md 6.
#pragma once

#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/verbs/call_notes.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::verbs {

/// kInvalid: the request cannot be read (HTTP 400).
Result<std::string> prioritize(std::string_view body, const Services& with,
                               CallNotes* notes = nullptr);

}  // namespace npushare::verbs
