#include "scheduler/verbs/lock_claim.hpp"

#include <chrono>
#include <utility>

#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/node_lock.hpp"

namespace npushare::verbs {
namespace {

// HAMi's default; a lock that names nobody can only be judged by its age.
constexpr std::chrono::seconds kAnonymousExpiry{300};
constexpr std::size_t kShownText = 64;

Error held_by(const NodeName& node, const std::string& whom) {
  return {ErrorCode::kBusy, "node " + node.text() + " is locked for " + whom};
}

Error no_lock(const NodeName& node, const std::string& value) {
  return {ErrorCode::kConflict,
          "node " + node.text() + ": annotation " + std::string(backends::kNodeLockKey) + ": \"" +
              value.substr(0, kShownText) + "\" is no lock; remove the annotation"};
}

/// Why the plugin will not serve the pod any more; no reason when it may, or when that cannot be
/// told.
asio::awaitable<Claim> why_free(PodKey owner, NodeName node, kube::Deadline by, Services& with) {
  auto reading = kube::find_pod(with.api, owner, by);
  const Result<std::optional<wire::Pod>> pod = co_await std::move(reading);
  if (!pod) co_return Claim{};
  const std::string name = "pod " + owner.text();
  if (!*pod) co_return Claim{name + " is gone", true};
  if ((*pod)->is_over()) co_return Claim{name + " has ended", true};
  if ((*pod)->node != node) co_return Claim{name + " is not on this node", true};
  if (with.rules.load()->dialect.awaits_plugin(**pod)) co_return Claim{};
  co_return Claim{name + " has been served"};
}

Result<Claim> judged_by_age(const NodeName& node, std::int64_t since, const Services& with) {
  const std::int64_t now = std::chrono::system_clock::to_time_t(with.clock.wall());
  if (now - since > kAnonymousExpiry.count())
    return Claim{"it names no pod and is older than 5 minutes", true};
  return held_by(node, "nobody by name since less than 5 minutes");
}

}  // namespace

asio::awaitable<Result<Claim>> may_take(NodeLockView view, NodeName node, kube::Deadline by,
                                        Services& with) {
  if (view.value.empty()) co_return Claim{};
  const backends::ParsedLock lock = backends::parse_lock(view.value);
  switch (lock.kind) {
    case backends::LockKind::kMalformed: {
      const Error error = no_lock(node, view.value);
      with.notices.tell({"NodeLockMalformed", node.text(), error.message});
      co_return error;
    }
    case backends::LockKind::kAnonymous: co_return judged_by_age(node, lock.unix_seconds, with);
    case backends::LockKind::kOwned: break;
  }
  auto asking = why_free(lock.owner, node, by, with);
  Claim claim = co_await std::move(asking);
  if (claim.reason.empty()) co_return held_by(node, "pod " + lock.owner.text());
  co_return claim;
}

bool is_ours(const NodeLockView& view, const PodKey& pod) {
  const backends::ParsedLock lock = backends::parse_lock(view.value);
  return lock.kind == backends::LockKind::kOwned && lock.owner == pod;
}

}  // namespace npushare::verbs
