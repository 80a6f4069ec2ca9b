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

/// What an update may not change. An event is one object in two groups: events.k8s.io lets its
/// series change and nothing else that it says, the core group calls its note `message` and lets it
/// change.
std::optional<Answer> check_change(const Place& place, const wire::Json& now, wire::Json& next);

/// A new object's status is the servers' to write, not the client's.
void complete_new_object(const Kind& kind, wire::Json& object);

}  // namespace npushare::embedded
