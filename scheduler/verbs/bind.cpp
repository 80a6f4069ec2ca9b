#include "scheduler/verbs/bind.hpp"

#include <utility>

#include "scheduler/verbs/bind_checks.hpp"
#include "scheduler/verbs/bind_outcome.hpp"

namespace npushare::verbs {
namespace {

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
asio::awaitable<Settled> write_grants(wire::BindArgs call, Allocation grants, kube::Deadline by,
                                      Services& with) {
  wire::Binding binding = binding_of(call);
  binding.annotations = with.rules.load()->dialect.write_grants(
      grants, std::chrono::system_clock::to_time_t(with.clock.wall()));
  const OwnBindings::Entry under_way = with.own->begin(binding);
  auto writing = write_binding(std::move(binding), by, with);
  co_return co_await std::move(writing);
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

/// The same grants once more, for a Binding whose outcome is open. Whichever of the writes arrives
/// first, the pod gets these; and since a refusal of this one does not undo the other, nothing goes
/// back here.
asio::awaitable<Result<>> bind_again(BindTry bind, Allocation grants, Services& with) {
  auto resuming = take_up_again(bind.call, bind.rules->lock, bind.by, with);
  if (const Result<> resumed = co_await std::move(resuming); !resumed) co_return resumed.error();
  auto writing = write_grants(bind.call, grants, bind.by, with);
  const Settled settled = co_await std::move(writing);
  if (settled.outcome == Outcome::kBound) {
    with.observer.bound(grants);
    co_return Result<>{};
  }
  if (settled.outcome == Outcome::kUnknown) with.observer.uncertain(grants);
  co_return settled.error;
}

asio::awaitable<Result<>> bind_npu(BindTry bind, Services& with) {
  if (std::optional<Allocation> open = open_grants(bind.call, with)) {
    auto binding = bind_again(std::move(bind), *std::move(open), with);
    co_return co_await std::move(binding);
  }
  auto waiting = take_turn(bind, with);
  Result<Turn> turn = co_await std::move(waiting);
  if (!turn) co_return turn.error();

  auto writing = write_grants(bind.call, turn->share.allocation(), bind.by, with);
  const Settled settled = co_await std::move(writing);
  if (settled.outcome != Outcome::kRefused) {
    turn->pass.keep_until_served();
  } else {
    auto leaving = leave_turn(std::move(bind), with);
    co_await std::move(leaving);
  }
  co_return conclude(settled, std::move(turn->share), with);
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
  if (const Result<> known = check_node(call.node, with); !known) co_return known.error();

  Result<Question> question = read_question(*pod, *rules);
  if (!question) co_return question.error();
  const bool wants_npu = question->request.wants_npu();
  BindTry bind{.call = std::move(call),
               .question = *std::move(question),
               .rules = rules,
               .by = by,
               .has_left = std::move(has_left)};
  auto binding =
      wants_npu ? bind_npu(std::move(bind), with) : bind_without_npu(bind.call, by, with);
  co_return co_await std::move(binding);
}

}  // namespace npushare::verbs
