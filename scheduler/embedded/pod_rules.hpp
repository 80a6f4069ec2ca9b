/// What the API server does with pods and with nothing else: defaults, binding, graceful deletion.
///
/// Source: spec/kube-scheduler-extender.md 4.2 (binding rules);
/// data/recorded/kube-apiserver-1.37.2.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scheduler/embedded/objects.hpp"

namespace npushare::embedded {

/// Fills in what a pod leaves out, requests from limits included, and starts its status anew.
void complete_new_pod(wire::Json& pod);

/// True from spec.nodeName on: a kubelet is responsible for it.
bool is_bound(const wire::Json& pod);
bool is_terminating(const wire::Json& pod);
/// Succeeded or Failed.
bool is_over(const wire::Json& pod);

/// A Binding's own mistakes, its preconditions, and the states in which a pod cannot be bound.
std::optional<Answer> check_binding(const Place& place, const wire::Json& pod,
                                    const wire::Json& binding);

/// Node, annotations and the PodScheduled condition, all in the one write.
void apply_binding(wire::Json& pod, const wire::Json& binding, std::string_view now);

/// Sets or replaces the condition of that type.
void set_condition(wire::Json& pod, wire::Json condition);

/// main-path writes may not move a pod to a node, nor take it away from one.
std::optional<Answer> check_pod_update(const Place& place, const wire::Json& now,
                                       const wire::Json& next);

/// How long the pod may take to end, a year at most; 0: it goes at once.
std::int64_t grace_of(const wire::Json& pod, const RemoveOptions& options);

}  // namespace npushare::embedded
