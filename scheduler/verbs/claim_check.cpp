#include "scheduler/verbs/claim_check.hpp"

#include <utility>

#include "scheduler/verbs/bind_place.hpp"
#include "scheduler/verbs/claim_guard.hpp"

namespace npushare::verbs {
namespace {

ClaimCare care_for(const NodeName& node, const Services& with) {
  return with.claims == nullptr ? ClaimCare::kNone : with.claims->care_for(node);
}

/// Another place will do: nothing was written for this one.
asio::awaitable<Result<Reservation>> check(Reservation share, BindTry bind, Services& with) {
  auto waiting = with.claims->catch_up(bind.by);
  if (const Result<> caught_up = co_await std::move(waiting); !caught_up)
    co_return caught_up.error();
  co_return hold_on(std::move(share), bind.question, with);
}

asio::awaitable<Result<>> mirror_and_look(Allocation grants, BindTry bind, Services& with) {
  auto writing = with.claims->mirror(grants, bind.by);
  if (const Result<> written = co_await std::move(writing); !written) co_return written.error();
  auto waiting = with.claims->catch_up(bind.by);
  if (const Result<> caught_up = co_await std::move(waiting); !caught_up)
    co_return caught_up.error();
  if (is_still_good(grants, bind.question, with)) co_return Result<>{};
  co_return Error{ErrorCode::kConflict, "a claim was allocated the room on node " +
                                            grants.node.text() + " in the meantime"};
}

}  // namespace

asio::awaitable<Result<Reservation>> secure_from_claims(Reservation share, BindTry bind,
                                                        Services& with) {
  const ClaimCare care = care_for(bind.call.node, with);
  if (care == ClaimCare::kNone) co_return share;
  if (care == ClaimCare::kCheck) {
    auto checking = check(std::move(share), std::move(bind), with);
    co_return co_await std::move(checking);
  }
  auto mirroring = mirror_and_look(share.allocation(), bind, with);
  const Result<> stands = co_await std::move(mirroring);
  if (stands) co_return share;
  auto withdrawing = withdraw_mirror(bind.call, bind.by, with);
  co_await std::move(withdrawing);
  co_return stands.error();
}

asio::awaitable<void> withdraw_mirror(wire::BindArgs call, kube::Deadline by, Services& with) {
  if (care_for(call.node, with) != ClaimCare::kMirror) co_return;
  auto withdrawing = with.claims->withdraw(call.node, call.pod, call.uid, by);
  co_await std::move(withdrawing);
}

}  // namespace npushare::verbs
