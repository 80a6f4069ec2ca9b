/// What in a well-formed volcano-scheduler.conf does not do what its writer expects.
///
/// Errors:  go to the report; what would place pods wrongly or end the scheduler is an error, what
///          is legal and surprising a warning.
/// Threads: no shared state.
/// Source:  spec/volcano-deviceshare.md 6.3 C4 to C15, and 1.1, 2.10, 5.9. Ours differs from C9 in
///          that the HAMi switch beside an extender is an error only where that allocates, since an
///          adviser (mode A of 5.9) is asked for predicate and prioritize alone.
#pragma once

#include "config/finding.hpp"
#include "config/volcano_arguments.hpp"
#include "config/volcano_tiers.hpp"

namespace npushare::config {

/// The entries that count, and their arguments.
struct VolcanoParts {
  const VolcanoTiers& tiers;
  const VolcanoEntry* deviceshare = nullptr;  // null: there is none
  const VolcanoEntry* extender = nullptr;
  VolcanoArguments device_arguments;
  VolcanoArguments extender_arguments;

  /// Volcano's own deviceshare picks the chips.
  bool picks_chips() const { return device_arguments.truth("deviceshare.AscendHAMiVNPUEnable"); }
};

void check_deviceshare(const VolcanoParts& parts, Report& report);
void check_volcano_extender(const VolcanoParts& parts, Report& report);
void check_volcano_actions(const VolcanoParts& parts, Report& report);

}  // namespace npushare::config
