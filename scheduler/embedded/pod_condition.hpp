/// What a scheduler writes into the status of a pod that it has found no node for.
#pragma once

#include <string>
#include <string_view>

#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

/// The condition PodScheduled=False.
wire::Json unscheduled(const char* reason, const std::string& message, std::string_view now);

/// True when the pod's condition has this reason and text.
bool says_already(const wire::Json& pod, const char* reason, const std::string& message);

}  // namespace npushare::embedded
