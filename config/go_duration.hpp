/// Time spans as Go programs write them, e.g. in a volcano-scheduler.conf.
///
/// Shape:  an optional sign, then numbers with their units one after the other: `1.5s`, `1m30s`,
///         `-2h`; `0` alone needs no unit. Units: ns, us (also with a micro sign), ms, s, m, h.
/// Units:  nanoseconds; parts of one are cut off.
/// Errors: nothing for a word of another form and for more than 292 years.
/// Source: Go's time.ParseDuration.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace npushare::config {

std::optional<std::chrono::nanoseconds> go_duration_in(std::string_view text);

}  // namespace npushare::config
