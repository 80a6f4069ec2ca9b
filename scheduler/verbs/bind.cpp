#include "scheduler/verbs/bind.hpp"

#include <utility>

#include "scheduler/verbs/bind_checks.hpp"
#include "scheduler/verbs/bind_outcome.hpp"
#include "scheduler/verbs/bind_place.hpp"
#include "scheduler/verbs/lookalikes.hpp"
#include "scheduler/verbs/node_locking.hpp"

namespace npushare::verbs {
namespace {

constexpr int kShareOfWrites = 8;  // an eighth of the time is kept for them

wire::Binding binding_of(const wire::BindArgs& call) {
  return {.pod = call.pod, .uid = call.uid, .node = call.node, .annotations = {}};
}

asio::awaitable<Result<>> bind_without_npu(wire::BindArgs call, kube::Deadline by, Services& with) {
  auto writing = write_binding(binding_of(call), by, with);
  const Settled settled = co_await std::move(writing);
  if (settled.outcome == Outcome::kBound) co_return Result<>{};
  co_return settled.error;
}

/// One write sets the node and the annotations, or neither.
asio::awaitable<Settled> write_grants(wire::Binding binding, Allocation grants, kube::Deadline by,
                                      Services& with) {
  binding.annotations = with.rules.load()->dialect.write_grants(
      grants, std::chrono::system_clock::to_time_t(with.clock.wall()));
  auto writing = write_binding(std::move(binding), by, with);
  co_return co_await std::move(writing);
}

/// Lock, write, and the lock back if nothing was written.
asio::awaitable<Settled> write_locked(wire::Binding binding, Allocation grants, kube::Deadline by,
                                      Services& with) {
  const NodeName node = binding.node;
  const PodKey pod = binding.pod;
  auto locking = lock_node(node, pod, by, with);
  const Result<> locked = co_await std::move(locking);
  if (!locked) co_return Settled{Outcome::kRefused, locked.error()};

  auto writing = write_grants(std::move(binding), std::move(grants), by, with);
  Settled settled = co_await std::move(writing);
  if (settled.outcome == Outcome::kRefused) {
    auto unlocking = unlock_node(node, pod, by, with);
    co_await std::move(unlocking);
  }
  co_return settled;
}

/// Books what happened. A refused Binding's shares go back with `held`.
Result<> conclude(const Settled& settled, Reservation held, Services& with) {
  if (settled.outcome == Outcome::kRefused) return settled.error;
  if (settled.outcome == Outcome::kUnknown) {
    held.commit(ShareState::kUncertain);
    with.observer.uncertain(held.allocation());
    return settled.error;
  }
  held.commit();
  with.observer.bound(held.allocation());
  return {};
}

/// For node plugins that tell pods apart by themselves: binds of one node do not wait for another.
asio::awaitable<Result<>> bind_at_once(wire::BindArgs call, Reservation held, kube::Deadline by,
                                       Services& with) {
  auto writing = write_grants(binding_of(call), held.allocation(), by, with);
  const Settled settled = co_await std::move(writing);
  co_return conclude(settled, std::move(held), with);
}

asio::awaitable<Result<>> bind_in_turn(Visit visit, wire::BindArgs call, Reservation held,
                                       Question question, kube::Deadline by, Services& with) {
  auto entering = with.gate.enter(std::move(visit), std::move(held));
  Result<Turn> turn = co_await std::move(entering);
  if (!turn) co_return turn.error();

  Result<Reservation> share = hold_on(std::move(turn->share), question, with);
  if (!share) co_return share.error();
  auto clearing = unmark_lookalikes(question.request, call.node, by, with);
  if (const Result<> cleared = co_await std::move(clearing); !cleared) co_return cleared.error();
  auto writing = write_locked(binding_of(call), share->allocation(), by, with);
  const Settled settled = co_await std::move(writing);
  if (settled.outcome != Outcome::kRefused) turn->pass.keep_until_served();
  co_return conclude(settled, *std::move(share), with);
}

/// The same grants once more, for a Binding whose outcome is open. Whichever of the writes arrives
/// first, the pod gets these; and since a refusal of this one does not undo the other, nothing goes
/// back here. The node's turn and lock are the pod's still.
asio::awaitable<Result<>> bind_again(wire::BindArgs call, Allocation grants, LockUse lock,
                                     kube::Deadline by, Services& with) {
  if (lock == LockUse::kHami) {
    auto locking = lock_node(call.node, call.pod, by, with);
    if (const Result<> locked = co_await std::move(locking); !locked) co_return locked.error();
  }
  if (!with.observer.write_again(call.node, call.uid)) co_return not_decided(call.pod);
  auto writing = write_grants(binding_of(call), grants, by, with);
  const Settled settled = co_await std::move(writing);
  if (settled.outcome == Outcome::kBound) {
    with.observer.bound(grants);
    co_return Result<>{};
  }
  if (settled.outcome == Outcome::kUnknown) with.observer.uncertain(grants);
  co_return settled.error;
}

/// Nothing when no Binding of the pod to that node is open, or its chips are not what they were.
std::optional<Allocation> open_grants(const wire::BindArgs& call, Services& with) {
  std::optional<Allocation> open = with.observer.open_binding(call.node, call.uid);
  if (open && !is_still_there(*open, with)) return std::nullopt;
  return open;
}

Result<Reservation> share_for(const wire::BindArgs& call, const Question& question,
                              Services& with) {
  if (std::optional<Reservation> kept = with.gate.come_back(call.node, call.uid))
    return *std::move(kept);
  return hold_place(question, call.node, with);
}

asio::awaitable<Result<>> bind_npu(wire::BindArgs call, Question question,
                                   std::shared_ptr<const Rules> rules, kube::Deadline by,
                                   HasLeft has_left, Services& with) {
  if (std::optional<Allocation> open = open_grants(call, with)) {
    auto binding = bind_again(call, *std::move(open), rules->lock, by, with);
    co_return co_await std::move(binding);
  }
  Result<Reservation> held = share_for(call, question, with);
  // What it hoped for is on the books, or lost.
  if (with.holds != nullptr) with.holds->drop(call.uid);
  if (!held) co_return held.error();
  Visit visit{.node = call.node,
              .pod = call.uid,
              .deadline = by - rules->bind_deadline / kShareOfWrites,
              .has_left = std::move(has_left)};
  auto binding =
      rules->lock == LockUse::kHami
          ? bind_in_turn(std::move(visit), call, *std::move(held), std::move(question), by, with)
          : bind_at_once(call, *std::move(held), by, with);
  co_return co_await std::move(binding);
}

}  // namespace

asio::awaitable<Result<>> bind(wire::BindArgs call, Services& with, HasLeft has_left) {
  if (!with.leadership.may_write()) co_return not_leading();
  const std::shared_ptr<const Rules> rules = with.rules.load();
  const observe::Clock::Monotonic by = with.clock.now() + rules->bind_deadline;

  auto reading = current_pod(call, by, with);
  const Result<wire::Pod> pod = co_await std::move(reading);
  if (!pod) co_return pod.error();

  const Result<Standing> standing = standing_of(*pod, call);
  if (!standing) co_return standing.error();
  if (*standing == Standing::kBoundThere) co_return Result<>{};
  // The API server would bind to a node that does not exist.
  if (!with.locks.lock_of(call.node))
    co_return Error{ErrorCode::kNotFound, "node " + call.node.text() + " is not known"};

  const Result<Question> question = read_question(*pod, *rules);
  if (!question) co_return question.error();
  auto binding = question->request.wants_npu()
                     ? bind_npu(call, *question, rules, by, std::move(has_left), with)
                     : bind_without_npu(call, by, with);
  co_return co_await std::move(binding);
}

}  // namespace npushare::verbs
