/// The same figures under the names of HAMi's scheduler, for dashboards that were made for it.
///
/// Names:   those of HAMi 2.9 and 2.10; with kLegacy those of 2.8 beside them, as HAMi's own
///          --legacy-metrics does. The constant label zone="vGPU" comes with all of them.
/// Units:   as HAMi has them: bytes, but cores in the chip's own unit under names that end in
/// _ratio. Differs: container_index is the container's position, where HAMi always says 0; MIG
///          instances have no series.
/// Source:  spec/hami-protocol.md 10.
#pragma once

#include <vector>

#include "config/settings.hpp"
#include "scheduler/metrics/page_writer.hpp"
#include "scheduler/metrics/snapshots.hpp"
#include "scheduler/metrics/table.hpp"
#include "scheduler/verbs/quotas.hpp"

namespace npushare::metrics {

/// None for kNone.
std::vector<Table> hami_tables(const Snapshots& nodes, config::HamiNames names);

/// Quotas of memory and cores; `names` is not kNone.
void write_hami_quotas(PageWriter& page, const std::vector<verbs::QuotaUse>& uses,
                       config::HamiNames names);

}  // namespace npushare::metrics
