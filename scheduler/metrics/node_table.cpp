#include "scheduler/metrics/node_table.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "scheduler/backends/node_lock.hpp"

namespace npushare::metrics {
namespace {

constexpr std::array kFamilies{
    Family{Kind::kGauge, "npushare_node_registration_age_seconds",
           "Since the node's plugin last reported."},
    Family{Kind::kGauge, "npushare_node_registration_fresh",
           "1 while the node's registration counts; a stale one gets no new share."},
    Family{Kind::kGauge, "npushare_node_lock_age_seconds",
           "How old the node lock is by the time written in it; 0 without a lock."},
    Family{Kind::kGauge, "npushare_node_lock_malformed",
           "1 while the lock annotation holds a text that is no lock: the plugin serves nobody."},
    Family{Kind::kGauge, "npushare_node_gate_waiting_pods",
           "Pods in line for the node, each with its share kept."},
    Family{Kind::kGauge, "npushare_node_orphan_shares",
           "Shares of chips that the node does not list any more."},
};

double age_of(const std::optional<observe::Clock::Monotonic>& reported,
              observe::Clock::Monotonic now) {
  if (!reported) return Table::kAbsent;
  return std::chrono::duration<double>(now - *reported).count();
}

/// A clock elsewhere may be ahead of ours.
double age_of(const backends::ParsedLock& lock, observe::Clock::Wall now) {
  const auto since = observe::Clock::Wall(std::chrono::seconds(lock.unix_seconds));
  return std::max(0.0, std::chrono::duration<double>(now - since).count());
}

}  // namespace

Table node_table(const Snapshots& nodes, const sync::Sightings& sightings, const Sources& sources) {
  const sync::Sighting never;
  const observe::Clock::Monotonic now = sources.clock.now();
  const observe::Clock::Wall wall = sources.clock.wall();
  Table table(kFamilies);
  Labels labels;
  for (const LedgerBook::Snapshot& node : nodes) {
    if (!has_chips(*node)) continue;
    const auto seen = sightings.find(node->name());
    const sync::Sighting& sighting = seen == sightings.end() ? never : seen->second;
    const backends::ParsedLock lock = backends::parse_lock(sighting.lock);
    const bool is_locked = !sighting.lock.empty();
    const bool is_malformed = is_locked && lock.kind == backends::LockKind::kMalformed;
    labels.clear();
    labels.add("node", node->name().text());
    table.add(labels, std::array{age_of(sighting.reported, now),
                                 node->registration() == Registration::kFresh ? 1.0 : 0.0,
                                 is_locked && !is_malformed ? age_of(lock, wall) : 0.0,
                                 is_malformed ? 1.0 : 0.0,
                                 static_cast<double>(sources.gate.waiting(node->name())),
                                 static_cast<double>(node->orphans().size())});
  }
  return table;
}

}  // namespace npushare::metrics
