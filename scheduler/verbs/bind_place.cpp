#include "scheduler/verbs/bind_place.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/verbs/judge.hpp"
#include "scheduler/verbs/quotas.hpp"

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

Error unknown_node(const NodeName& node) {
  return {ErrorCode::kNotFound, "node " + node.text() + " is not known"};
}

Result<Allocation> planned(const Judge& judge, const NodeLedger& seen) {
  Plan plan = judge.plan(seen);
  if (plan.fits()) return *std::move(plan.allocation);
  return Error{ErrorCode::kConflict, "no NPU on node " + seen.name().text() +
                                         " fits: " + std::string(text_of(plan.refusal.reason))};
}

}  // namespace

bool is_still_good(const Allocation& held, const Question& question, Services& with) {
  const LedgerBook::Snapshot ledger = with.book.snapshot(held.node);
  if (!ledger || !ledger->holds(held.holder->uid)) return false;
  NodeLedger others = *ledger;
  others.release(held.holder->uid);
  const Plan plan = plan_on(others, on_chips_of(held, question.request), *question.chip_policy);
  return plan.fits() && plan.allocation->grants == held.grants;
}

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
    if (!ledger) return unknown_node(node);
    const Holder& holder = *question.request.holder;
    if (ledger->holds(holder.uid)) return not_decided(holder.pod);
    const Result<Allocation> place = planned(judge, *judge.seen(ledger));
    if (!place) return place.error();
    Result<Reservation> held = reserve_within_quota(*place, with);
    if (held || held.error().code != ErrorCode::kConflict) return held;
    last = held.error();
  }
  return last;
}

Result<Allocation> plan_place(const Question& question, const NodeName& node,
                              const Services& with) {
  const LedgerBook::Snapshot ledger = with.book.snapshot(node);
  if (!ledger) return unknown_node(node);
  const Judge judge(question, with);
  const LedgerBook::Snapshot seen = judge.seen(ledger);
  const Holder& holder = *question.request.holder;
  if (seen->holds(holder.uid)) return not_decided(holder.pod);
  return planned(judge, *seen);
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
