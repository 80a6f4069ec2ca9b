/// What of a new version of the settings takes effect while we run, and what waits for a start.
///
/// Threads: plain functions of values.
#pragma once

#include <vector>

#include "config/changes.hpp"
#include "config/settings.hpp"

namespace npushare {

/// `running` with everything of `wanted` that can change while we run.
config::Settings live_part(const config::Settings& wanted, const config::Settings& running);

/// Those of the changes that only a start makes.
std::vector<config::Change> restricted_to_start(std::vector<config::Change> changes);

}  // namespace npushare
