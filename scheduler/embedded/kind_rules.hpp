/// What the API server insists on in one kind's fields, pods aside (pod_rules.hpp).
///
/// Errors: an Answer when the write is refused, nothing when it may go on.
/// Source: spec/kube-scheduler-extender.md 4.6, 4.7; data/recorded/kube-apiserver-1.37.2.
#pragma once

#include <optional>

#include "scheduler/embedded/objects.hpp"

namespace npushare::embedded {

/// Fields that every version of the object must have.
std::optional<Answer> check_fields(const Place& place, const wire::Json& object);

/// A new object's status is the servers' to write, not the client's.
void complete_new_object(const Kind& kind, wire::Json& object);

}  // namespace npushare::embedded
