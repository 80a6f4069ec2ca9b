#include "scheduler/verbs/node_locking.hpp"

#include <chrono>
#include <utility>

#include "scheduler/backends/keys.hpp"
#include "scheduler/backends/node_lock.hpp"
#include "scheduler/verbs/bind_outcome.hpp"
#include "scheduler/verbs/lock_claim.hpp"

namespace npushare::verbs {
namespace {

constexpr int kAttempts = 4;

wire::AnnotationPatch lock_patch(std::optional<std::string> value) {
  return {{std::string(backends::kNodeLockKey), std::move(value)}};
}

wire::AnnotationPatch lock_of(const PodKey& pod, const Services& with) {
  const std::int64_t now = std::chrono::system_clock::to_time_t(with.clock.wall());
  return lock_patch(backends::lock_value(now, pod));
}

asio::awaitable<Result<NodeLockView>> read_lock(NodeName node, kube::Deadline by, Services& with) {
  auto reading = with.api.get_node(node, by);
  const Result<wire::Node> shown = co_await std::move(reading);
  if (!shown) co_return shown.error();
  const auto lock = shown->annotations.find(backends::kNodeLockKey);
  co_return NodeLockView{.value = lock == shown->annotations.end() ? std::string{} : lock->second,
                         .resource_version = shown->resource_version};
}

/// A conflict may be old news, a lost answer may hide a success: looking again tells.
bool is_worth_a_look(const Result<>& taken) {
  if (taken) return false;
  const ErrorCode code = taken.error().code;
  return code == ErrorCode::kConflict || code == ErrorCode::kUncertain;
}

struct Try {
  Result<> outcome;
  bool is_last = false;  // looking again would not mend it
};

/// Takes the lock as `view` shows it; `is_read`: the view is the API server's own, not the watch's.
asio::awaitable<Try> try_lock(NodeLockView view, bool is_read, NodeName node, PodKey pod,
                              kube::Deadline by, Services& with) {
  auto asking = may_take(view, node, by, with);
  const Result<Claim> claim = co_await std::move(asking);
  if (!claim) co_return Try{claim.error(), is_read};
  if (!with.leadership.may_write()) co_return Try{not_leading(), true};

  auto patching = with.api.patch_node(node, view.resource_version, lock_of(pod, with), by);
  const Result<> taken = co_await std::move(patching);
  if (taken && claim->is_takeover) {
    with.notices.tell({"NodeLockTakenOver", node.text(),
                       "the node lock \"" + view.value + "\" was taken over for pod " + pod.text() +
                           ": " + claim->reason});
  }
  co_return Try{taken, !is_worth_a_look(taken)};
}

}  // namespace

asio::awaitable<Result<>> lock_node(NodeName node, PodKey pod, kube::Deadline by, Services& with) {
  NodeLockView view = with.locks.lock_of(node).value_or(NodeLockView{});
  bool is_read = false;
  Try last{Error{ErrorCode::kConflict, "node " + node.text() + " changes too fast"}};
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (is_ours(view, pod)) {
      if (is_read) co_return Result<>{};
    } else if (!view.resource_version.empty()) {
      auto trying = try_lock(view, is_read, node, pod, by, with);
      last = co_await std::move(trying);
      if (last.is_last) co_return last.outcome;
    }
    auto reading = read_lock(node, by, with);
    Result<NodeLockView> now = co_await std::move(reading);
    if (!now) co_return now.error();
    view = *std::move(now);
    is_read = true;
  }
  co_return last.outcome;
}

asio::awaitable<void> unlock_node(NodeName node, PodKey pod, kube::Deadline by, Services& with) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto reading = read_lock(node, by, with);
    const Result<NodeLockView> view = co_await std::move(reading);
    if (!view || !is_ours(*view, pod)) co_return;
    auto patching = with.api.patch_node(node, view->resource_version, lock_patch(std::nullopt), by);
    const Result<> released = co_await std::move(patching);
    if (released || released.error().code != ErrorCode::kConflict) co_return;
  }
}

}  // namespace npushare::verbs
