/// Pods that the node plugin could take for the one that is about to be bound.
///
/// The plugin gives the lock back after a pod's first container. What it serves next it finds by
/// searching the node for pods with the mark of a bind, by name: a served pod that still pulls its
/// image and has not lost its mark would be taken for the second container of ours.
/// Errors: kBusy: a mark could not be taken off; the retry may.
/// Source: spec/node-plugin-contract.md 3.8.5, 3.11.
#pragma once

#include "scheduler/verbs/services.hpp"

namespace npushare::verbs {

/// No call at all unless the pod has several containers with NPUs and the node such pods.
asio::awaitable<Result<>> unmark_lookalikes(Request request, NodeName node, kube::Deadline by,
                                            Services& with);

}  // namespace npushare::verbs
