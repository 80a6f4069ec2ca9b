/// How the service itself fares: ready, leading, its configuration, policy, watches and drift.
///
/// Units: seconds; points in time as Unix seconds. The text of an error is no label: the log and
///        GET /v1/config have it.
#pragma once

#include "scheduler/metrics/page_writer.hpp"
#include "scheduler/metrics/sources.hpp"

namespace npushare::metrics {

void write_service(PageWriter& page, const Sources& sources);

/// The causes that sync gives: each has its series from the start.
/// Source: scheduler/sync/cluster_sync.hpp, Drift::kind.
void write_drift(PageWriter& page, const DriftState& drift);

/// By namespace and limit; nothing where no namespace has a limit.
void write_quotas(PageWriter& page, verbs::Quotas& quotas);

/// Nothing before somebody has looked for leaks.
void write_leaks(PageWriter& page, const LeakState& leaks);

void write_watches(PageWriter& page, const Sources& sources);

}  // namespace npushare::metrics
