/// RFC 3339 times, as Go's time.RFC3339 reads and writes them.
///
/// Grammar: 2026-08-14T07:47:40Z, with a fraction and an offset such as +08:00 allowed; T and Z in
///          capitals.
/// Units:   Unix seconds, a fraction is cut off; micro_time() keeps the microseconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace npushare::wire {

/// Years 0 to 9999.
std::string write_rfc3339(std::int64_t unix_seconds);
std::string write_rfc3339(std::chrono::system_clock::time_point time);

/// 2006-01-02T15:04:05.000000Z, as metav1.MicroTime is written.
std::string micro_time(std::chrono::system_clock::time_point time);

std::optional<std::int64_t> read_rfc3339(std::string_view text);

}  // namespace npushare::wire
