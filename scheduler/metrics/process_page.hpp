/// The process's own figures, under the names that all Prometheus clients use.
///
/// Units:  seconds, bytes. A figure that the system does not give is left out.
/// Source: prometheus.io/docs/instrumenting/writing_clientlibs, process metrics; proc(5).
#pragma once

#include <string>

#include "scheduler/metrics/page_writer.hpp"

namespace npushare::metrics {

/// `proc` is where the process's files are.
void write_process(PageWriter& page, const std::string& proc = "/proc");

}  // namespace npushare::metrics
