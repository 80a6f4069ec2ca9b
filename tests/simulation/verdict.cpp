// What must hold when the faults are over and all is quiet.
#include <algorithm>

#include "scheduler/embedded/pod_rules.hpp"
#include "tests/simulation/world.hpp"

namespace npushare::simulation {

using embedded::Object;
using soak::Use;
using wire::Json;

namespace {

Use use_of(const Amount& amount) {
  return {amount.memory.value(), amount.cores.value(), amount.cpus.value(), amount.slots.value()};
}

}  // namespace

/// Nobody is being bound, served or waited for.
bool World::is_quiet() {
  Replica* const serving = leader();
  if (serving == nullptr || scheduler_->under_way() > 0 || serving->has_waiting()) return false;
  for (Machine& machine : machines_)
    if (!machine.replica->is_settled(names_)) return false;
  for (const Object& pod : store_.snapshot(embedded::pods()).objects) {
    const bool is_waited_for =
        embedded::is_bound(*pod)
            ? !embedded::is_over(*pod) && pod->at("status", "phase").string() == "Pending"
            : !serving->fitting(*wire::read_pod(pod->text()), names_).empty();
    if (is_waited_for || embedded::is_terminating(*pod)) return false;
  }
  return true;
}

void World::judge() {
  auditor_.look();
  if (!is_quiet())
    findings_.breach("never quiet", "after " + std::to_string(timeline_.now().count()) + " ms");
  for (std::size_t k = 0; k < machines_.size(); ++k)
    compare(*machines_[k].replica, "m" + std::to_string(k));
}

/// The book has what the pods' annotations add up to, on the standby as on the leader.
void World::compare(const Replica& replica, const std::string& name) {
  for (const auto& [uuid, chip] : auditor_.chips()) {
    const LedgerBook::Snapshot node = replica.book().snapshot(NodeName{chip.node});
    Use booked;
    if (node != nullptr)
      for (const DeviceLedger& ledger : node->chips())
        if (ledger.chip().uuid.text() == uuid) booked = use_of(ledger.used());
    if (booked != chip.total())
      findings_.breach("book differs", name + " has " + booked.text() + " of " + uuid +
                                           ", the pods have " + chip.total().text());
  }
  for (const sync::Drift& drift : replica.drift())
    findings_.breach("drift", name + ": " + drift.kind + " " + drift.object + " " + drift.detail);
}

}  // namespace npushare::simulation
