#include "scheduler/app/share_trail.hpp"

#include "scheduler/history/audit_line.hpp"

namespace npushare {

using history::AuditKind;
using history::grant_line;

void ShareTrail::bound(const Allocation& allocation) {
  if (with_.audit != nullptr)
    with_.audit->note(grant_line(AuditKind::kBind, allocation, with_.clock.wall()));
  with_.next.bound(allocation);
}

void ShareTrail::uncertain(const Allocation& allocation) {
  if (with_.audit != nullptr)
    with_.audit->note(grant_line(AuditKind::kUncertain, allocation, with_.clock.wall()));
  with_.next.uncertain(allocation);
}

void ShareTrail::admitted(const Allocation& allocation) {
  if (with_.audit != nullptr)
    with_.audit->note(grant_line(AuditKind::kAdmit, allocation, with_.clock.wall()));
  with_.next.admitted(allocation);
}

std::optional<Allocation> ShareTrail::open_binding(const NodeName& node, const PodUid& pod) const {
  return with_.next.open_binding(node, pod);
}

bool ShareTrail::write_again(const NodeName& node, const PodUid& pod) {
  return with_.next.write_again(node, pod);
}

void ShareTrail::seen_bound(const Allocation& allocation) {
  if (with_.audit != nullptr)
    with_.audit->note(grant_line(AuditKind::kObserve, allocation, with_.clock.wall()));
}

void ShareTrail::init_ended(const PodKey& pod, const PodUid& uid, const NodeName& node) {
  if (with_.audit != nullptr)
    with_.audit->note(history::init_ended_line(pod, uid, node, with_.clock.wall()));
}

void ShareTrail::released(const PodKey& pod, const PodUid& uid, const NodeName& node) {
  with_.record.released(pod, uid, node);
  if (with_.audit != nullptr)
    with_.audit->note(history::release_line(pod, uid, node, with_.clock.wall()));
}

}  // namespace npushare
