/// The Binding that a scheduler writes itself, without an extender.
///
/// Source: kube-scheduler's DefaultBinder.
#pragma once

#include <string>

#include "scheduler/kube/rest_client.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

kube::Call own_binding(const wire::Json& pod, const std::string& node);

}  // namespace npushare::embedded
