#include "scheduler/sync/leak_repair.hpp"

#include <algorithm>
#include <utility>

namespace npushare::sync {
namespace {

namespace asio = boost::asio;
using Outcome = LeakDecision::Outcome;

LeakDecision decide(Outcome outcome, const dra::Leak& leak, std::string why = {}) {
  return {.outcome = outcome, .leak = leak, .why = std::move(why)};
}

}  // namespace

std::string_view word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDeleted: return "deleted";
    case Outcome::kGone: return "gone";
    case Outcome::kSpared: return "spared";
    case Outcome::kFailed: return "failed";
  }
  __builtin_unreachable();
}

/// Why nothing may be deleted now; empty: it may.
std::string LeakRepair::obstacle() const {
  if (!with_.is_synced()) return "pods, claims and slices are not all known yet";
  if (!with_.may_write()) return "another replica leads, which repairs";
  const auto age = std::chrono::duration_cast<std::chrono::seconds>(with_.clock.now() - started_);
  if (age < kWait)
    return "the service has run for " + std::to_string(age.count()) +
           " s; claims are deleted from " + std::to_string(kWait.count()) + " s on";
  return {};
}

asio::awaitable<LeakReport> LeakRepair::run(dra::LeakPolicy policy) {
  if (is_running_.exchange(true)) co_return LeakReport{.stopped = "another repair is running"};
  auto running = run_alone(policy);
  LeakReport report = co_await std::move(running);
  is_running_.store(false);
  co_return report;
}

asio::awaitable<LeakReport> LeakRepair::run_alone(dra::LeakPolicy policy) {
  LeakReport report{.stopped = obstacle()};
  if (!report.stopped.empty()) co_return report;
  const auto sight = with_.patrol.look();
  std::vector<Candidate> candidates;
  for (std::size_t at = 0; at < sight->leaks.size(); ++at) {
    const dra::Leak& leak = sight->leaks[at];
    const auto& claim = sight->leaking[at];
    if (dra::spared_because(leak.kind, *claim, with_.patrol.scope(), policy).empty())
      candidates.push_back({leak, claim});
  }
  if (candidates.size() * 100 > kMostPercent * sight->claims_looked_at) {
    report.stopped =
        std::to_string(candidates.size()) + " of " + std::to_string(sight->claims_looked_at) +
        " claims would be deleted, which is more than " + std::to_string(kMostPercent) +
        " %: nothing is; delete them by hand if they are leaked indeed";
    co_return report;
  }
  std::size_t deletions = 0;
  for (Candidate& candidate : candidates) {
    if (deletions == kMost) {
      report.stopped =
          std::to_string(kMost) + " claims were deleted; the rest waits for the next run";
      break;
    }
    if (deletions > 0) {
      auto pausing = with_.api.pause(kBetween);
      co_await std::move(pausing);
    }
    if (report.stopped = obstacle(); !report.stopped.empty()) break;
    auto repairing = repair(std::move(candidate), policy);
    LeakDecision decision = co_await std::move(repairing);
    // One that may have been deleted counts as one that was.
    if (decision.outcome != Outcome::kSpared) ++deletions;
    with_.tell(decision);
    report.decisions.push_back(std::move(decision));
  }
  co_return report;
}

asio::awaitable<LeakDecision> LeakRepair::repair(Candidate candidate, dra::LeakPolicy policy) {
  for (int left = kTries; left > 0; --left) {
    bool is_outrun = false;
    auto trying = try_once(candidate, policy, &is_outrun);
    LeakDecision decision = co_await std::move(trying);
    if (!is_outrun) co_return decision;
  }
  co_return decide(Outcome::kFailed, candidate.leak, "it changes again and again");
}

/// `is_outrun`: the claim was changed after it was read; it is to be read again.
asio::awaitable<LeakDecision> LeakRepair::try_once(Candidate candidate, dra::LeakPolicy policy,
                                                   bool* is_outrun) {
  auto reading = read_anew(*candidate.claim);
  const Result<Fresh> fresh = co_await std::move(reading);
  if (!fresh && fresh.error().code == ErrorCode::kNotFound)
    co_return decide(Outcome::kGone, candidate.leak);
  if (!fresh) co_return decide(Outcome::kFailed, candidate.leak, fresh.error().message);
  if (fresh->claim.uid != candidate.claim->uid) co_return decide(Outcome::kGone, candidate.leak);

  const auto still = std::ranges::find_if(fresh->leaks, [](const dra::Leak& leak) {
    return leak.kind == dra::LeakKind::kOrphan || leak.kind == dra::LeakKind::kUnreserved;
  });
  if (still == fresh->leaks.end())
    co_return decide(Outcome::kSpared, candidate.leak, "it is used, or was of late");
  std::string why = dra::spared_because(still->kind, fresh->claim, with_.patrol.scope(), policy);
  if (!why.empty()) co_return decide(Outcome::kSpared, candidate.leak, std::move(why));

  auto deleting = with_.api.delete_claim(fresh->claim);
  const Result<> deleted = co_await std::move(deleting);
  if (deleted) co_return decide(Outcome::kDeleted, *still);
  if (deleted.error().code == ErrorCode::kNotFound) co_return decide(Outcome::kGone, *still);
  *is_outrun = deleted.error().code == ErrorCode::kConflict;
  co_return decide(Outcome::kFailed, *still, deleted.error().message);
}

/// The claim, all pods of its namespace, and each pod that it is kept for, as they are now.
asio::awaitable<Result<LeakRepair::Fresh>> LeakRepair::read_anew(const wire::ResourceClaim& known) {
  auto reading = with_.api.get_claim(known.space, known.name);
  Result<wire::ResourceClaim> claim = co_await std::move(reading);
  if (!claim) co_return claim.error();
  auto listing = with_.api.list_pods(known.space);
  const Result<std::vector<wire::Pod>> pods = co_await std::move(listing);
  if (!pods) {
    // A namespace that is gone has no claims either; the claim was there a moment ago.
    co_return Error{ErrorCode::kInternal, "its pods cannot be listed: " + pods.error().message};
  }
  std::vector<dra::ClaimUser> users;
  for (const wire::Pod& pod : *pods) users.push_back(dra::user_of(pod));
  for (const wire::ClaimConsumer& consumer : claim->reserved_for) {
    if (!consumer.is_pod()) continue;
    auto asking = with_.api.get_pod({known.space, consumer.name});
    const Result<wire::Pod> pod = co_await std::move(asking);
    if (pod) users.push_back(dra::user_of(*pod));
    if (!pod && pod.error().code != ErrorCode::kNotFound)
      co_return Error{ErrorCode::kInternal, "its pod cannot be read: " + pod.error().message};
  }
  std::vector<dra::Leak> leaks = with_.patrol.judge(*claim, users);
  co_return Fresh{.claim = *std::move(claim), .leaks = std::move(leaks)};
}

}  // namespace npushare::sync
