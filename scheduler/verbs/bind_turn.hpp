/// All that comes before the write: the pod's share, its turn at the node, and the node lock. The
/// same for a Binding that we write and for one that a webhook completes.
///
/// What was taken goes back with the turn, but for what was written: whoever does not bind after
/// all calls leave_turn. Sent away from the gate, place and share are kept for the retry.
/// Source: spec/node-plugin-contract.md 3.8; ARCHITECTURE.md, "The life of a bind".
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "scheduler/verbs/question.hpp"
#include "scheduler/verbs/services.hpp"
#include "scheduler/wire/extender.hpp"

namespace npushare::verbs {

/// True once whoever asked has hung up; may be empty. Asked from any thread while the call runs.
using HasLeft = std::function<bool()>;

/// One call for a pod with NPUs, after all checks.
struct BindTry {
  wire::BindArgs call;
  Question question;
  std::shared_ptr<const Rules> rules;
  kube::Deadline by;
  HasLeft has_left{};
};

/// The pod's share, kept from an earlier call, taken from its scheduler's running session or
/// planned now; its turn; the lock. Without a node lock nobody waits for a turn.
asio::awaitable<Result<Turn>> take_turn(BindTry bind, Services& with);

/// What take_turn() wrote goes back, for a pod that is not bound with it: lock and mirror claim.
asio::awaitable<void> leave_turn(BindTry bind, Services& with);

/// What a Binding of the pod to that node grants whose outcome is open. Nothing when none is, or
/// its chips are not what they were.
std::optional<Allocation> open_grants(const wire::BindArgs& call, Services& with);

/// An open Binding is about to be written once more: turn and lock are the pod's still, and the
/// wait for the outcome begins anew. kBusy: the outcome is known by now.
asio::awaitable<Result<>> take_up_again(wire::BindArgs call, LockUse lock, kube::Deadline by,
                                        Services& with);

}  // namespace npushare::verbs
