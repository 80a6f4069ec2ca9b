#include "scheduler/volcano/place.hpp"

#include <utility>

#include "scheduler/verbs/bind_place.hpp"
#include "scheduler/verbs/bind_turn.hpp"
#include "scheduler/verbs/quotas.hpp"
#include "scheduler/volcano/judgement.hpp"

namespace npushare::volcano {
namespace {

constexpr int kAttempts = 4;

/// Waits with its pod, or is under way with it.
bool is_held_elsewhere(const Holder& holder, const NodeName& node, verbs::Services& with) {
  if (with.gate.place_of(holder.uid) == node) return true;
  return verbs::open_grants({.pod = holder.pod, .uid = holder.uid, .node = node}, with).has_value();
}

/// Somebody else may take the room between plan and reservation; then the plan is made again.
Result<Reservation> planned(const verbs::Question& question, const NodeName& node,
                            verbs::Services& with, const Trials& trials) {
  const Holder& holder = *question.request.holder;
  Error last{ErrorCode::kConflict, "node " + node.text() + " changes too fast"};
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const Outlook outlook(node, holder.uid, with, trials);
    if (!outlook.book())
      return Error{ErrorCode::kNotFound, "node " + node.text() + " is not known"};
    if (outlook.book()->holds(holder.uid)) return verbs::not_decided(holder.pod);
    const Plan plan = plan_now(question, outlook);
    if (!plan.fits()) return Error{ErrorCode::kConflict, std::string(text_of(plan.refusal.reason))};
    Result<Reservation> taken = verbs::reserve_within_quota(*plan.allocation, with);
    if (taken || taken.error().code != ErrorCode::kConflict) return taken;
    last = taken.error();
  }
  return last;
}

}  // namespace

Result<> place_on_trial(const verbs::Question& question, const NodeName& node,
                        verbs::Services& with, Trials& trials) {
  const Holder& holder = *question.request.holder;
  if (trials.renew(node, holder.uid)) return {};
  trials.drop(holder.uid);
  if (is_held_elsewhere(holder, node, with)) return {};
  // A place in line for another node is given up.
  if (std::optional<Reservation> kept = with.gate.come_back(node, holder.uid)) {
    trials.hold(*std::move(kept));
    return {};
  }
  if (const std::optional<Allocation> former = trials.former(node, holder.uid)) {
    Result<Reservation> again = verbs::reserve_within_quota(*former, with);
    if (again && verbs::is_still_good(again->allocation(), question, with)) {
      trials.hold(*std::move(again));
      return {};
    }
  }
  Result<Reservation> taken = planned(question, node, with, trials);
  if (!taken) return taken.error();
  trials.hold(*std::move(taken));
  return {};
}

}  // namespace npushare::volcano
