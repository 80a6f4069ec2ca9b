#include "scheduler/verbs/bind_turn.hpp"

#include <utility>

#include "scheduler/verbs/bind_place.hpp"
#include "scheduler/verbs/claim_check.hpp"
#include "scheduler/verbs/lookalikes.hpp"
#include "scheduler/verbs/node_locking.hpp"

namespace npushare::verbs {
namespace {

constexpr int kShareOfWrites = 8;  // an eighth of the time is kept for them

/// Where a share is to go back to when its pod cannot be bound with it now.
enum class Origin { kBook, kTrial };

struct Held {
  Reservation share;
  Origin origin = Origin::kBook;
};

Result<Held> share_for(const BindTry& bind, Services& with) {
  const NodeName& node = bind.call.node;
  if (std::optional<Reservation> kept = with.gate.come_back(node, bind.call.uid))
    return Held{*std::move(kept)};
  if (std::optional<Reservation> tried = with.trials->take(node, bind.call.uid))
    return Held{*std::move(tried), Origin::kTrial};
  Result<Reservation> planned = hold_place(bind.question, node, with);
  if (!planned) return planned.error();
  return Held{*std::move(planned)};
}

Visit visit_of(const BindTry& bind, const Services& with) {
  return {.node = bind.call.node,
          .pod = bind.call.uid,
          .deadline = bind.by - (bind.by - with.clock.now()) / kShareOfWrites,
          .has_left = bind.has_left};
}

/// Will the plugin find this pod and no other?
asio::awaitable<Result<>> prepare_node(BindTry bind, Services& with) {
  auto clearing = unmark_lookalikes(bind.question.request, bind.call.node, bind.by, with);
  const Result<> cleared = co_await std::move(clearing);
  if (!cleared) co_return cleared;
  auto locking = lock_node(bind.call.node, bind.call.pod, bind.by, with);
  co_return co_await std::move(locking);
}

/// With the turn: is the share still good, and is the node ready for the pod?
asio::awaitable<Result<Turn>> make_ready(Turn turn, Origin origin, BindTry bind, Services& with) {
  Result<Reservation> held = hold_on(std::move(turn.share), bind.question, with);
  if (!held) co_return held.error();
  auto securing = secure_from_claims(*std::move(held), bind, with);
  Result<Reservation> share = co_await std::move(securing);
  if (!share) co_return share.error();
  auto preparing = prepare_node(bind, with);
  const Result<> prepared = co_await std::move(preparing);
  if (prepared) co_return Turn{std::move(turn.pass), *std::move(share)};
  auto withdrawing = withdraw_mirror(bind.call, bind.by, with);
  co_await std::move(withdrawing);
  if (origin == Origin::kTrial) with.trials->put_back(*std::move(share));
  co_return prepared.error();
}

}  // namespace

asio::awaitable<Result<Turn>> take_turn(BindTry bind, Services& with) {
  Result<Held> held = share_for(bind, with);
  // What it hoped for is on the books, or lost.
  if (with.holds != nullptr) with.holds->drop(bind.call.uid);
  if (!held) co_return held.error();
  // Plugins that tell pods apart by themselves: binds of one node do not wait for another.
  if (bind.rules->lock == LockUse::kNone) {
    auto securing = secure_from_claims(std::move(held->share), std::move(bind), with);
    Result<Reservation> share = co_await std::move(securing);
    if (!share) co_return share.error();
    co_return Turn{GatePass({}), *std::move(share)};
  }

  auto entering = with.gate.enter(visit_of(bind, with), std::move(held->share));
  Result<Turn> turn = co_await std::move(entering);
  if (!turn) co_return turn.error();
  auto readying = make_ready(*std::move(turn), held->origin, std::move(bind), with);
  co_return co_await std::move(readying);
}

asio::awaitable<void> leave_turn(BindTry bind, Services& with) {
  if (bind.rules->lock == LockUse::kHami) {
    auto unlocking = unlock_node(bind.call.node, bind.call.pod, bind.by, with);
    co_await std::move(unlocking);
  }
  auto withdrawing = withdraw_mirror(bind.call, bind.by, with);
  co_await std::move(withdrawing);
}

std::optional<Allocation> open_grants(const wire::BindArgs& call, Services& with) {
  std::optional<Allocation> open = with.observer.open_binding(call.node, call.uid);
  if (open && !is_still_there(*open, with)) return std::nullopt;
  return open;
}

asio::awaitable<Result<>> take_up_again(wire::BindArgs call, LockUse lock, kube::Deadline by,
                                        Services& with) {
  if (lock == LockUse::kHami) {
    auto locking = lock_node(call.node, call.pod, by, with);
    if (const Result<> locked = co_await std::move(locking); !locked) co_return locked.error();
  }
  if (!with.observer.write_again(call.node, call.uid)) co_return not_decided(call.pod);
  co_return Result<>{};
}

}  // namespace npushare::verbs
