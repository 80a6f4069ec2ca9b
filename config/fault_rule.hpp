/// The faults there are: their words, and the keys that each of them has.
///
/// Errors: to the reader's report.
#pragma once

#include "config/fault_script.hpp"

namespace npushare::config {

bool is_watch_fault(Fault fault);
bool is_plugin_fault(Fault fault);

/// The key `fault`. False when it names none.
bool read_fault(MappingReader& from, FaultRule& rule);

/// The keys that say how the fault strikes.
void read_details(MappingReader& from, FaultRule& rule);

}  // namespace npushare::config
