/// Time as Kubernetes writes it.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace npushare::embedded {

/// Injected wall time; the default of every component is the machine's clock.
using WallClock = std::function<std::chrono::system_clock::time_point()>;

/// 2026-08-14T07:47:40Z
std::string rfc3339(std::chrono::system_clock::time_point when);

/// Reported_2026.08.14 07:47:40, in UTC (spec/node-plugin-contract.md 1.1).
std::string reported_text(std::chrono::system_clock::time_point when);

/// As Go's time.RFC3339 parses: upper-case T and Z, a fraction allowed, an offset or Z required.
bool is_rfc3339(std::string_view text);

}  // namespace npushare::embedded
