/// What is known of each node that has NPUs beyond its chips: its plugin, its lock, its line.
///
/// Units:  seconds. How long ago the plugin reported goes by our own clock; a node without a
///         handshake has no such series. The age of a lock is by the time written in it, against
///         our wall clock; 0 without a lock.
/// Labels: node.
/// Source: spec/node-plugin-contract.md 1.1 and 3.8.
#pragma once

#include "scheduler/metrics/snapshots.hpp"
#include "scheduler/metrics/sources.hpp"
#include "scheduler/metrics/table.hpp"

namespace npushare::metrics {

Table node_table(const Snapshots& nodes, const sync::Sightings& sightings, const Sources& sources);

}  // namespace npushare::metrics
