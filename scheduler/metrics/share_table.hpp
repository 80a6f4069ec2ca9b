/// Who holds what of which chip.
///
/// The only families of ours that name pods. They have as many series as there are shares on the
/// books, whatever has come and gone before.
/// Labels: node, device_uuid, namespace, pod, container_index. The node plugin names containers,
/// the
///         books only know their position: join on namespace, pod and device_uuid.
/// Source: spec/node-plugin-contract.md 5; case C150.
#pragma once

#include "scheduler/metrics/snapshots.hpp"
#include "scheduler/metrics/table.hpp"

namespace npushare::metrics {

Table share_table(const Snapshots& nodes);

}  // namespace npushare::metrics
