#include "scheduler/verbs/bind_checks.hpp"

#include <utility>

namespace npushare::verbs {

namespace {

/// A share that only waits with its pod says nothing of a Binding.
bool has_been_bound(const NodeLedger& ledger, const PodUid& pod) {
  for (const DeviceLedger& chip : ledger.chips())
    for (const auto& [id, share] : chip.shares())
      if (share.holder->uid == pod && share.state != ShareState::kReserved) return true;
  return false;
}

}  // namespace

asio::awaitable<Result<wire::Pod>> current_pod(wire::BindArgs call, kube::Deadline by,
                                               Services& with) {
  const std::shared_ptr<const wire::Pod> shown = with.pods.find(call.pod);
  const LedgerBook::Snapshot ledger = with.book.snapshot(call.node);
  const bool has_been_tried = ledger && has_been_bound(*ledger, call.uid);
  if (shown && shown->uid == call.uid && !has_been_tried) co_return *shown;

  auto reading = with.api.get_pod(call.pod, by);
  Result<wire::Pod> pod = co_await std::move(reading);
  co_return pod;
}

Result<Standing> standing_of(const wire::Pod& pod, const wire::BindArgs& call) {
  const std::string name = "pod " + call.pod.text();
  if (pod.uid != call.uid) return Error{ErrorCode::kConflict, name + " has another UID"};
  if (pod.node == call.node) return Standing::kBoundThere;
  if (!pod.node.empty()) {
    return Error{ErrorCode::kConflict, name + " is already bound to node " + pod.node.text()};
  }
  if (pod.is_terminating) return Error{ErrorCode::kConflict, name + " is being deleted"};
  if (pod.is_over()) return Error{ErrorCode::kConflict, name + " has ended"};
  if (pod.is_gated) return Error{ErrorCode::kConflict, name + " still has scheduling gates"};
  return Standing::kReady;
}

Result<> check_node(const NodeName& node, const Services& with) {
  if (with.locks.lock_of(node)) return {};
  return Error{ErrorCode::kNotFound, "node " + node.text() + " is not known"};
}

}  // namespace npushare::verbs
