#include "scheduler/app/troubles.hpp"

#include <cctype>
#include <utility>

#include "scheduler/backends/node_lock.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare {
namespace {

/// bound-without-grant: BoundWithoutGrant
std::string in_camel_case(std::string_view kind) {
  std::string word;
  bool is_start = true;
  for (const char c : kind) {
    if (c != '-') word += is_start ? static_cast<char>(std::toupper(c)) : c;
    is_start = c == '-';
  }
  return word;
}

/// A chip has no events of its own: they stand beside its node's.
verbs::Notice notice_of(const sync::Drift& drift) {
  verbs::Notice notice{
      .reason = in_camel_case(drift.kind), .object = drift.object, .text = drift.detail};
  if (drift.kind != "overcommitted-chip" && drift.kind != "volcano-ledger") return notice;
  const std::size_t slash = drift.object.find('/');
  if (slash == std::string::npos) return notice;
  notice.object = drift.object.substr(0, slash);
  notice.text = "chip " + drift.object.substr(slash + 1) + ": " + drift.detail;
  return notice;
}

std::string owner_of(const backends::ParsedLock& lock) {
  return lock.kind == backends::LockKind::kOwned ? "pod " + lock.owner.text() : "nobody by name";
}

std::string key_of(const verbs::Notice& notice) {
  return notice.reason + " " + notice.object + " " + notice.text;
}

}  // namespace

void Troubles::look_at(const std::vector<sync::Drift>& drift) {
  std::vector<verbs::Notice> notices;
  notices.reserve(drift.size());
  for (const sync::Drift& entry : drift) notices.push_back(notice_of(entry));
  tell_new(std::move(notices), drift_);
}

void Troubles::look_at(const sync::Sightings& nodes, observe::Clock::Wall now) {
  const std::int64_t seconds = std::chrono::system_clock::to_time_t(now);
  std::vector<verbs::Notice> notices;
  for (const auto& [node, seen] : nodes) {
    if (seen.lock.empty()) continue;
    const backends::ParsedLock lock = backends::parse_lock(seen.lock);
    const bool is_stale = lock.kind != backends::LockKind::kMalformed &&
                          seconds - lock.unix_seconds > std::chrono::seconds(kLockIsStale).count();
    if (!is_stale) continue;
    notices.push_back({.reason = "NodeLockStale",
                       .object = node.text(),
                       .text = "locked for " + owner_of(lock) + " since " +
                               wire::write_rfc3339(lock.unix_seconds) +
                               ": its node plugin does not serve it; see the plugin's log"});
  }
  tell_new(std::move(notices), locks_);
}

void Troubles::look_at(const std::vector<verbs::QuotaDoubt>& quotas) {
  std::vector<verbs::Notice> notices;
  for (const verbs::QuotaDoubt& doubt : quotas)
    notices.push_back({.reason = "QuotaDoubtful",
                       .object = doubt.space + "/" + doubt.quota,
                       .text = doubt.text,
                       .kind = "ResourceQuota"});
  tell_new(std::move(notices), quotas_);
}

void Troubles::look_at_leader(bool leads, const Replica::Term& term) {
  if (leads && !leads_)
    notices_.tell({.reason = "LeaderChanged",
                   .object = term.lease,
                   .text = term.identity + " leads now; changes of the Lease's holder so far: " +
                           std::to_string(term.transitions),
                   .kind = "Lease",
                   .tone = verbs::Notice::Tone::kNormal});
  leads_ = leads;
}

/// What is over is forgotten, so that it is told when it comes back.
void Troubles::tell_new(std::vector<verbs::Notice> notices, Told& told) {
  Told now;
  std::size_t left = kMost;
  for (const verbs::Notice& notice : notices) {
    std::string key = key_of(notice);
    if (!told.contains(key)) {
      if (left == 0) continue;
      --left;
      notices_.tell(notice);
    }
    now.insert(std::move(key));
  }
  told = std::move(now);
}

}  // namespace npushare
