#include "scheduler/verbs/node_locking.hpp"

#include <chrono>
#include <utility>

#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/node_lock.hpp"

namespace npushare::verbs {
namespace {

constexpr int kAttempts = 4;
// HAMi's default; a lock that names nobody can only be judged by its age.
constexpr std::chrono::seconds kAnonymousExpiry{300};

std::int64_t unix_now(const Services& with) {
  return std::chrono::system_clock::to_time_t(with.clock.wall());
}

wire::AnnotationPatch lock_patch(std::optional<std::string> value) {
  return {{std::string(backends::kNodeLockKey), std::move(value)}};
}

NodeLockView view_of(const wire::Node& node) {
  const auto lock = node.annotations.find(backends::kNodeLockKey);
  return {.value = lock == node.annotations.end() ? std::string{} : lock->second,
          .resource_version = node.resource_version};
}

asio::awaitable<Result<NodeLockView>> read_lock(NodeName node, const Services& with) {
  auto reading = with.api.get_node(node);
  const Result<wire::Node> shown = co_await std::move(reading);
  if (!shown) co_return shown.error();
  co_return view_of(*shown);
}

/// Whether the plugin may still want to serve the pod. When it cannot be told, it may.
asio::awaitable<bool> is_needed(PodKey owner, NodeName node, const Services& with) {
  auto reading = with.api.get_pod(owner);
  const Result<wire::Pod> pod = co_await std::move(reading);
  if (!pod) co_return pod.error().code != ErrorCode::kNotFound;
  if (pod->is_over() || pod->node != node) co_return false;
  co_return with.rules.load()->dialect.awaits_plugin(*pod);
}

Error held_by(const NodeName& node, const std::string& whom) {
  return {ErrorCode::kBusy, "node " + node.text() + " is locked for " + whom};
}

Error no_lock(const NodeName& node, const std::string& value) {
  return {ErrorCode::kConflict, "node " + node.text() + ": annotation " +
                                    std::string(backends::kNodeLockKey) + ": \"" +
                                    value.substr(0, 64) + "\" is no lock; remove the annotation"};
}

/// Nothing wrong: the lock may be replaced.
asio::awaitable<Result<>> may_take(NodeLockView view, NodeName node, const Services& with) {
  if (view.value.empty()) co_return Result<>{};
  const backends::ParsedLock lock = backends::parse_lock(view.value);
  switch (lock.kind) {
    case backends::LockKind::kMalformed: co_return no_lock(node, view.value);
    case backends::LockKind::kAnonymous: {
      const bool is_old = unix_now(with) - lock.unix_seconds > kAnonymousExpiry.count();
      if (is_old) co_return Result<>{};
      co_return held_by(node, "nobody by name since less than 5 minutes");
    }
    case backends::LockKind::kOwned: break;
  }
  auto asking = is_needed(lock.owner, node, with);
  const bool is_held = co_await std::move(asking);
  if (is_held) co_return held_by(node, "pod " + lock.owner.text());
  co_return Result<>{};
}

wire::AnnotationPatch our_lock(const PodKey& pod, const Services& with) {
  return lock_patch(backends::lock_value(unix_now(with), pod));
}

/// What looking again cannot mend. A conflict may be old news, a lost answer may hide a success.
bool is_final(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalid:
    case ErrorCode::kNotFound:
    case ErrorCode::kExpired:
    case ErrorCode::kUnauthorized:
    case ErrorCode::kTooLarge:
    case ErrorCode::kBusy: return true;
    case ErrorCode::kConflict:
    case ErrorCode::kTimeout:
    case ErrorCode::kUncertain:
    case ErrorCode::kInternal: return false;
  }
  __builtin_unreachable();
}

bool is_ours(const NodeLockView& view, const PodKey& pod) {
  const backends::ParsedLock lock = backends::parse_lock(view.value);
  return lock.kind == backends::LockKind::kOwned && lock.owner == pod;
}

}  // namespace

asio::awaitable<Result<>> lock_node(NodeName node, PodKey pod, const Services& with) {
  const std::optional<NodeLockView> shown = with.locks.lock_of(node);
  NodeLockView view = shown.value_or(NodeLockView{});
  bool is_read = false;  // the view is the API server's own, not the watch's
  Result<> outcome = Error{ErrorCode::kConflict, "node " + node.text() + " changes too fast"};
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (is_ours(view, pod) && is_read) co_return Result<>{};
    if (!is_ours(view, pod) && !view.resource_version.empty()) {
      auto asking = may_take(view, node, with);
      const Result<> allowed = co_await std::move(asking);
      if (!allowed && is_read) co_return allowed;
      if (allowed) {
        auto patching = with.api.patch_node(node, view.resource_version, our_lock(pod, with));
        outcome = co_await std::move(patching);
        if (outcome || is_final(outcome.error().code)) co_return outcome;
      }
    }
    auto reading = read_lock(node, with);
    Result<NodeLockView> now = co_await std::move(reading);
    if (!now) co_return now.error();
    view = *std::move(now);
    is_read = true;
  }
  co_return outcome;
}

asio::awaitable<void> unlock_node(NodeName node, PodKey pod, const Services& with) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto reading = read_lock(node, with);
    const Result<NodeLockView> view = co_await std::move(reading);
    if (!view || !is_ours(*view, pod)) co_return;
    auto patching = with.api.patch_node(node, view->resource_version, lock_patch(std::nullopt));
    const Result<> released = co_await std::move(patching);
    if (released || released.error().code != ErrorCode::kConflict) co_return;
  }
}

}  // namespace npushare::verbs
