/// How long an API server waits for a webhook, as it says itself.
///
/// Source: admissionregistration.k8s.io/v1: timeoutSeconds comes as ?timeout=5s.
#pragma once

#include <chrono>

#include "scheduler/http/message.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare {

/// When the answer has to be on its way: a fifth of the time is left for the way there and back.
observe::Clock::Monotonic webhook_deadline(const http::Request& request,
                                           const observe::Clock& clock);

}  // namespace npushare
