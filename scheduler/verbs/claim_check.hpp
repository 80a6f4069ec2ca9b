/// Between a pod's turn and its Binding: has a claim (DRA) been allocated what the pod is about to
/// get? And, where the node's mode is mirror, a claim that lets kube-scheduler see the pod.
///
/// The claim is written before the look: whoever allocated earlier is seen by us then, and whoever
/// comes later can see the claim.
/// Source: spec/dra-accounting.md 7.6; ARCHITECTURE.md, "The life of a bind".
#pragma once

#include "scheduler/verbs/bind_turn.hpp"
#include "scheduler/verbs/services.hpp"

namespace npushare::verbs {

/// The share, or another one on the newest state. kConflict: a claim has the room; kTimeout: the
/// books did not catch up. On an error nothing is left behind.
boost::asio::awaitable<Result<Reservation>> secure_from_claims(Reservation share, BindTry bind,
                                                               Services& with);

/// The pod is not bound with what it was given: the claim that stands for it goes.
boost::asio::awaitable<void> withdraw_mirror(wire::BindArgs call, kube::Deadline by,
                                             Services& with);

}  // namespace npushare::verbs
