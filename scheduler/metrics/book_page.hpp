/// Totals over all nodes: how many nodes are registered in which way, and how many shares are in
/// which state.
///
/// Every value of an enumeration has its series, at 0 where there is none.
#pragma once

#include "scheduler/metrics/page_writer.hpp"
#include "scheduler/metrics/snapshots.hpp"

namespace npushare::metrics {

void write_book(PageWriter& page, const Snapshots& nodes);

}  // namespace npushare::metrics
