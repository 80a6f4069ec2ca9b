#include "scheduler/verbs/bind_place.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/verbs/judge.hpp"

namespace npushare::verbs {
namespace {

constexpr int kAttempts = 4;

/// The same wish, for no other chips than these.
Request on_chips_of(const Allocation& held, Request request) {
  std::vector<UuidList> lists;
  for (const Grant& grant : held.grants) {
    const auto is_of_model = [&](const UuidList& list) { return list.model == grant.model; };
    auto list = std::ranges::find_if(lists, is_of_model);
    if (list == lists.end()) list = lists.insert(lists.end(), {.model = grant.model});
    list->allowed.push_back(grant.chip);
  }
  request.uuid_lists = std::move(lists);
  return request;
}

/// Chips fail, registrations grow old and other schedulers bind while a pod waits.
bool is_still_good(const Allocation& held, const Question& question, Services& with) {
  const LedgerBook::Snapshot ledger = with.book.snapshot(held.node);
  if (!ledger || !ledger->holds(held.holder->uid)) return false;
  NodeLedger others = *ledger;
  others.release(held.holder->uid);
  const Plan plan = plan_on(others, on_chips_of(held, question.request), *question.chip_policy);
  return plan.fits() && plan.allocation->grants == held.grants;
}

}  // namespace

bool is_still_there(const Allocation& held, Services& with) {
  const LedgerBook::Snapshot ledger = with.book.snapshot(held.node);
  if (!ledger || !ledger->holds(held.holder->uid)) return false;
  NodeLedger others = *ledger;
  others.release(held.holder->uid);
  if (!others.take(held, ShareState::kUncertain)) return false;
  return std::ranges::all_of(
      held.grants, [&](const Grant& grant) { return others.find(grant.chip)->chip().healthy; });
}

Error not_decided(const PodKey& pod) {
  return {ErrorCode::kBusy,
          "the outcome of an earlier Binding of pod " + pod.text() + " is not known yet"};
}

Result<Reservation> hold_place(const Question& question, const NodeName& node, Services& with) {
  const Judge judge(question, with);
  Error last{ErrorCode::kConflict, "node " + node.text() + " changes too fast"};
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const LedgerBook::Snapshot ledger = with.book.snapshot(node);
    if (!ledger) return Error{ErrorCode::kNotFound, "node " + node.text() + " is not known"};
    const Holder& holder = *question.request.holder;
    if (ledger->holds(holder.uid)) return not_decided(holder.pod);
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

Result<Reservation> hold_on(Reservation held, const Question& question, Services& with) {
  if (is_still_good(held.allocation(), question, with)) return held;
  const NodeName node = held.allocation().node;
  {
    const Reservation given_back = std::move(held);
  }
  return hold_place(question, node, with);
}

}  // namespace npushare::verbs
