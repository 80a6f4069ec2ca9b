#include "scheduler/dra/leaks.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/wire/quantity.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare::dra {
namespace {

using wire::ResourceClaim;

bool has_ended(std::int64_t since, std::chrono::seconds wait, const Moment& now) {
  return now.unix_seconds - since > wait.count();
}

std::int64_t time_of(const std::string& text) {
  return wire::read_rfc3339(text).value_or(0);
}

std::vector<HeldDevice> held_by(const ResourceClaim& claim) {
  std::vector<HeldDevice> held;
  if (!claim.allocation) return held;
  for (const wire::DeviceResult& result : claim.allocation->results) {
    HeldDevice device{.device = {result.driver, result.pool, result.device}};
    if (result.consumed) device.amounts.insert(result.consumed->begin(), result.consumed->end());
    held.push_back(std::move(device));
  }
  return held;
}

Leak leak(LeakKind kind, const ResourceClaim& claim, std::string evidence, std::int64_t since) {
  return {.kind = kind,
          .space = claim.space,
          .name = claim.name,
          .uid = claim.uid,
          .evidence = std::move(evidence),
          .since = since,
          .held = held_by(claim)};
}

/// What cannot be counted of a share; empty: all of it can.
std::string complaint_about(const wire::DeviceResult& result, const wire::SliceDevice* device) {
  if (!result.consumed) return "its share says nothing of what it consumes";
  for (const auto& [key, text] : *result.consumed) {
    const auto amount = wire::read_exact_quantity(text);
    if (!amount) return key + " \"" + text + "\" is not a quantity";
    if (amount->is_overflow || amount->is_negative())
      return key + " \"" + text + "\" is " + (amount->is_negative() ? "below 0" : "above 2^63 - 1");
    if (device != nullptr && !device->capacity.contains(key))
      return "the device has no capacity " + key;
  }
  if (device == nullptr) return {};
  for (const auto& [key, capacity] : device->capacity)
    if (!result.consumed->contains(key)) return "its share does not say how much " + key;
  return {};
}

void judge_results(const ResourceClaim& claim, const LeakScope& scope, const DeviceTable& devices,
                   std::vector<Leak>& into) {
  for (const wire::DeviceResult& result : claim.allocation->results) {
    if (result.driver != scope.driver || result.admin_access) continue;
    const DeviceName name{result.driver, result.pool, result.device};
    const auto known = devices.find(name);
    const wire::SliceDevice* device = known == devices.end() ? nullptr : known->second;
    const std::int64_t since = time_of(claim.created);
    if (!result.share_id) {
      if (device != nullptr && device->is_shareable)
        into.push_back(leak(LeakKind::kDedicated, claim,
                            "has " + name.text() +
                                " without a share, which several may use: is "
                                "the gate DRAConsumableCapacity on in kube-scheduler?",
                            since));
      continue;
    }
    if (std::string why = complaint_about(result, device); !why.empty())
      into.push_back(leak(LeakKind::kPoisoned, claim, name.text() + ": " + why, since));
  }
}

std::string names_of(const std::vector<wire::ClaimConsumer>& consumers) {
  std::string text;
  for (const wire::ClaimConsumer& consumer : consumers)
    text += (text.empty() ? "" : ", ") + consumer.resource +
            (consumer.group.empty() ? "" : "." + consumer.group) + " " + consumer.name + " (uid " +
            consumer.uid + ")";
  return text;
}

bool asks_for_class(const ResourceClaim& claim, const std::string& device_class) {
  return std::ranges::any_of(claim.requests, [&](const wire::DeviceRequest& request) {
    return std::ranges::any_of(
        request.asks, [&](const wire::DeviceAsk& ask) { return ask.device_class == device_class; });
  });
}

}  // namespace

std::string_view word_of(LeakKind kind) {
  switch (kind) {
    case LeakKind::kOrphan: return "orphan";
    case LeakKind::kStaleReserved: return "stale-reserved";
    case LeakKind::kUnreserved: return "unreserved";
    case LeakKind::kDeleting: return "deleting";
    case LeakKind::kForeign: return "foreign-reservation";
    case LeakKind::kPoisoned: return "poisoned";
    case LeakKind::kDedicated: return "dedicated";
  }
  __builtin_unreachable();
}

std::string_view code_of(LeakKind kind) {
  switch (kind) {
    case LeakKind::kOrphan: return "L1";
    case LeakKind::kStaleReserved: return "L2";
    case LeakKind::kUnreserved: return "L3";
    case LeakKind::kDeleting: return "L4";
    case LeakKind::kForeign: return "L5";
    case LeakKind::kPoisoned: return "L6";
    case LeakKind::kDedicated: return "L7";
  }
  __builtin_unreachable();
}

bool concerns(const LeakScope& scope, const ResourceClaim& claim) {
  if (!claim.allocation) return asks_for_class(claim, scope.device_class);
  return std::ranges::any_of(claim.allocation->results, [&](const wire::DeviceResult& result) {
    return result.driver == scope.driver;
  });
}

/// All pods of a reservation that has any are gone or done.
static bool is_stale(const ResourceClaim& claim, const ClaimUsers& users) {
  return !claim.reserved_for.empty() &&
         std::ranges::all_of(claim.reserved_for, [&](const wire::ClaimConsumer& consumer) {
           return consumer.is_pod() && !users.is_live(claim.space, consumer);
         });
}

LeakWatch::Seen& LeakWatch::note(const ResourceClaim& claim, const ClaimUsers& users,
                                 const Moment& now) {
  Seen& seen = seen_[claim.uid];
  seen.look = look_;
  if (users.user_of(claim)) seen.referred = now.monotonic;
  if (!claim.allocation || !is_stale(claim, users)) {
    seen.stale_since.reset();
  } else if (!seen.stale_since) {
    seen.stale_since = now.monotonic;
    seen.stale_at = now.unix_seconds;
  }
  return seen;
}

std::vector<Leak> LeakWatch::judge(const ResourceClaim& claim, const ClaimUsers& users,
                                   const DeviceTable& devices, const Moment& now) {
  std::vector<Leak> leaks;
  if (!concerns(scope_, claim)) return leaks;
  const Seen& seen = note(claim, users, now);
  const std::int64_t created = time_of(claim.created);
  const bool was_referred = seen.referred && now.monotonic - *seen.referred <= kLeakGrace;
  // Without a time of creation nobody knows how old it is.
  const bool is_abandoned =
      claim.deleted.empty() && !was_referred && created > 0 && has_ended(created, kLeakGrace, now);
  const bool is_foreign = !std::ranges::all_of(claim.reserved_for, &wire::ClaimConsumer::is_pod);

  if (is_foreign)
    leaks.push_back(
        leak(LeakKind::kForeign, claim, "kept for " + names_of(claim.reserved_for), created));
  if (!claim.allocation) {
    if (is_abandoned && claim.reserved_for.empty())
      leaks.push_back(
          leak(LeakKind::kOrphan, claim, "waits for devices; no pod refers to it", created));
    return leaks;
  }
  if (is_abandoned && claim.reserved_for.empty())
    leaks.push_back(leak(LeakKind::kUnreserved, claim,
                         "has devices, is kept for nobody, and no pod refers to it", created));
  if (seen.stale_since && now.monotonic - *seen.stale_since > kStaleAfter)
    leaks.push_back(leak(LeakKind::kStaleReserved, claim,
                         "kept for pods that are gone or done: " + names_of(claim.reserved_for),
                         seen.stale_at));
  if (!claim.deleted.empty() && has_ended(time_of(claim.deleted), kDeletingAfter, now))
    leaks.push_back(leak(LeakKind::kDeleting, claim,
                         "being deleted; kept for " + names_of(claim.reserved_for),
                         time_of(claim.deleted)));
  judge_results(claim, scope_, devices, leaks);
  return leaks;
}

std::vector<Leak> LeakWatch::look(Claims claims, const ClaimUsers& users,
                                  const DeviceTable& devices, const Moment& now) {
  ++look_;
  std::vector<Leak> leaks;
  for (const ResourceClaim* claim : claims)
    std::ranges::move(judge(*claim, users, devices, now), std::back_inserter(leaks));
  std::erase_if(seen_, [this](const auto& entry) { return entry.second.look != look_; });
  return leaks;
}

}  // namespace npushare::dra
