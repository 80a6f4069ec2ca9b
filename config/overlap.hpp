/// Two files that set the same thing: which of them counts.
///
/// The policy is Volcano's, since it is tuned there; the source of chips is ours, since a service
/// may read another one than the scheduler.
/// Threads: no shared state.
#pragma once

#include <string_view>
#include <vector>

#include "config/finding.hpp"
#include "config/volcano_conf.hpp"

namespace npushare::config {

/// What of npushare.yaml a volcano-scheduler.conf sets too, each key with the one that counts when
/// the service is started with both. `conf_name` names Volcano's file. Nothing when `yaml` is not
/// well formed.
std::vector<Finding> overlaps_of(std::string_view yaml, const VolcanoConf& conf,
                                 std::string_view conf_name);

}  // namespace npushare::config
