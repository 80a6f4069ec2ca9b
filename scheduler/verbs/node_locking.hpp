/// The lock by which the node plugin finds the pod it is to serve.
///
/// Free, or named after a pod that needs it no longer (gone, ended, served, not on this node):
/// taken by one patch that fails if the node has changed, and the taking-over is told. Never taken
/// from a living pod, however old the lock is: the plugin would serve that pod's chips to ours.
/// Errors: kBusy: held, or this replica does not lead; kConflict: a text that is no lock, left as
///         it is.
/// Source: spec/node-plugin-contract.md 3.8; spec/hami-protocol.md 7.
#pragma once

#include "scheduler/verbs/services.hpp"

namespace npushare::verbs {

asio::awaitable<Result<>> lock_node(NodeName node, PodKey pod, kube::Deadline by, Services& with);

/// Gives the lock back if it still names the pod. What cannot be given back in time is free to be
/// taken as soon as the pod is seen not to need it.
asio::awaitable<void> unlock_node(NodeName node, PodKey pod, kube::Deadline by, Services& with);

}  // namespace npushare::verbs
