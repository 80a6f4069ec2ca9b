#include "scheduler/verbs/bind.hpp"

#include <utility>

#include "scheduler/verbs/bind_checks.hpp"
#include "scheduler/verbs/bind_outcome.hpp"
#include "scheduler/verbs/judge.hpp"
#include "scheduler/verbs/node_locking.hpp"

namespace npushare::verbs {
namespace {

constexpr int kPlaceAttempts = 4;

Error unknown_node(const NodeName& node) {
  return {ErrorCode::kNotFound, "node " + node.text() + " is not known"};
}

/// Plans on the state of this moment and holds the plan's shares. Somebody else may take the room
/// between the two; then the plan is made again.
Result<Reservation> hold_place(const Question& question, const NodeName& node, Services& with) {
  const Judge judge(question, with);
  Error last{ErrorCode::kConflict, "node " + node.text() + " changes too fast"};
  for (int attempt = 0; attempt < kPlaceAttempts; ++attempt) {
    const LedgerBook::Snapshot ledger = with.book.snapshot(node);
    if (!ledger) return unknown_node(node);
    const Holder& holder = *question.request.holder;
    if (ledger->holds(holder.uid)) {
      return Error{ErrorCode::kBusy, "the outcome of an earlier Binding of pod " +
                                         holder.pod.text() + " is not known yet"};
    }
    const Plan plan = judge.plan(*judge.seen(ledger));
    if (!plan.fits()) {
      return Error{ErrorCode::kConflict, "no NPU on node " + node.text() +
                                             " fits: " + std::string(text_of(plan.refusal.reason))};
    }
    Result<Reservation> held = with.book.reserve(*plan.allocation);
    if (held || held.error().code != ErrorCode::kConflict) return held;
    last = held.error();
  }
  return last;
}

wire::Binding binding_of(const wire::BindArgs& call) {
  return {.pod = call.pod, .uid = call.uid, .node = call.node, .annotations = {}};
}

asio::awaitable<Result<>> bind_without_npu(wire::BindArgs call, Services& with) {
  auto writing = write_binding(binding_of(call), with);
  const Settled settled = co_await std::move(writing);
  if (settled.outcome == Outcome::kBound) co_return Result<>{};
  co_return settled.error;
}

Result<> before(observe::Clock::Monotonic deadline, const Services& with) {
  if (with.clock.now() < deadline) return {};
  return Error{ErrorCode::kTimeout, "the time for this bind has run out"};
}

/// Lock, write, and the lock back if nothing was written.
asio::awaitable<Settled> write_locked(wire::Binding binding, observe::Clock::Monotonic deadline,
                                      Services& with) {
  const NodeName node = binding.node;
  const PodKey pod = binding.pod;
  auto locking = lock_node(node, pod, with);
  const Result<> locked = co_await std::move(locking);
  if (!locked) co_return Settled{Outcome::kRefused, locked.error()};

  Settled settled;
  if (const Result<> in_time = before(deadline, with); !in_time) {
    settled = {Outcome::kRefused, in_time.error()};
  } else {
    auto writing = write_binding(std::move(binding), with);
    settled = co_await std::move(writing);
  }
  if (settled.outcome == Outcome::kRefused) {
    auto unlocking = unlock_node(node, pod, with);
    co_await std::move(unlocking);
  }
  co_return settled;
}

/// Books what happened. A refused Binding's shares go back with `held`, its turn at the node with
/// `pass`.
Result<> conclude(const Settled& settled, Reservation held, GatePass pass, LockUse lock,
                  Services& with) {
  if (settled.outcome == Outcome::kRefused) return settled.error;
  if (lock == LockUse::kHami) pass.keep_until_served();
  if (settled.outcome == Outcome::kUnknown) {
    held.commit(ShareState::kUncertain);
    with.observer.uncertain(held.allocation());
    return settled.error;
  }
  held.commit();
  with.observer.bound(held.allocation());
  return {};
}

}  // namespace

asio::awaitable<Result<>> bind(wire::BindArgs call, Services& with) {
  const auto rules = with.rules.load();
  const observe::Clock::Monotonic deadline = with.clock.now() + rules->bind_deadline;

  auto reading = current_pod(call, with);
  const Result<wire::Pod> pod = co_await std::move(reading);
  if (!pod) co_return pod.error();

  const Result<Standing> standing = standing_of(*pod, call);
  if (!standing) co_return standing.error();
  if (*standing == Standing::kBoundThere) co_return Result<>{};
  // The API server would bind to a node that does not exist.
  if (!with.locks.lock_of(call.node)) co_return unknown_node(call.node);

  const Result<Question> question = read_question(*pod, *rules);
  if (!question) co_return question.error();
  if (!question->request.wants_npu()) {
    auto binding = bind_without_npu(call, with);
    co_return co_await std::move(binding);
  }

  auto entering = with.gate.enter(call.node, call.uid, deadline);
  Result<GatePass> pass = co_await std::move(entering);
  if (!pass) co_return pass.error();

  Result<Reservation> held = hold_place(*question, call.node, with);
  if (!held) co_return held.error();

  // One write sets the node and the annotations, or neither.
  wire::Binding binding = binding_of(call);
  binding.annotations = rules->dialect.write_grants(
      held->allocation(), std::chrono::system_clock::to_time_t(with.clock.wall()));
  auto writing = rules->lock == LockUse::kHami ? write_locked(std::move(binding), deadline, with)
                                               : write_binding(std::move(binding), with);
  const Settled settled = co_await std::move(writing);
  co_return conclude(settled, *std::move(held), *std::move(pass), rules->lock, with);
}

}  // namespace npushare::verbs
