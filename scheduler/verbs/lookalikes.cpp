#include "scheduler/verbs/lookalikes.hpp"

#include <set>
#include <utility>
#include <vector>

#include "scheduler/backends/keys.hpp"
#include "scheduler/verbs/bind_outcome.hpp"

namespace npushare::verbs {
namespace {

bool has_several_containers(const Request& request) {
  std::set<std::uint16_t> containers;
  for (const Ask& ask : request.asks) containers.insert(ask.container);
  return containers.size() > 1;
}

/// Gone, or another pod by now: then there is nothing to unmark.
bool is_unmarked(const Result<>& patched) {
  return patched || patched.error().code == ErrorCode::kNotFound ||
         patched.error().code == ErrorCode::kConflict;
}

}  // namespace

asio::awaitable<Result<>> unmark_lookalikes(Request request, NodeName node, kube::Deadline by,
                                            Services& with) {
  if (!has_several_containers(request)) co_return Result<>{};
  const std::vector<std::pair<PodKey, PodUid>> marked = with.pods.marked_on(node);
  for (const auto& [pod, uid] : marked) {
    if (uid == request.holder->uid) continue;
    if (!with.leadership.may_write()) co_return not_leading();
    wire::AnnotationPatch patch{{std::string(backends::kBindTimeKey), std::nullopt}};
    auto patching = with.api.patch_pod(pod, uid, std::move(patch), by);
    const Result<> patched = co_await std::move(patching);
    if (is_unmarked(patched)) continue;
    co_return Error{ErrorCode::kBusy,
                    "pod " + pod.text() + " on node " + node.text() +
                        " could be served in place of this one: " + patched.error().message};
  }
  co_return Result<>{};
}

}  // namespace npushare::verbs
