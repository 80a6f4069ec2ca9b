/// The fault script of a running server: GET /debug/faults shows it with its counts, POST replaces
/// it.
///
/// Errors: 400 with the script reader's text, and the old script stays.
#pragma once

#include "scheduler/embedded/answer.hpp"
#include "scheduler/embedded/faults.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

inline constexpr const char* kFaultsPath = "/debug/faults";

Answer answer_faults(Faults& faults, const http::Request& request);

}  // namespace npushare::embedded
