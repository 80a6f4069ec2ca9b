/// Numbers as people read them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "accounting/amount.hpp"
#include "accounting/chip.hpp"

namespace npushare::cli {

/// "76 %", rounded to the nearest; "-" when the whole is not positive. Above 100 when
/// overcommitted.
std::string percent_of(std::int64_t part, std::int64_t whole);

/// "18 ms", "1.2 s", "2 min 5 s", "3 h 4 min". A negative time counts as none.
std::string duration(std::chrono::milliseconds time);

/// How long ago that was, as kubectl writes it: "12s", "4m10s", "3h5m", "2d4h", "40d"; "-" when it
/// is no RFC 3339 time. What is yet to come counts as now.
std::string age_of(const std::string& since, std::chrono::system_clock::time_point now);

/// "8192 MiB"
std::string memory(MiB amount);

/// "50 %" of a soft-split chip, "2 AI cores" of a hard-split one.
std::string cores(Cores amount, Mode mode);

/// The short unit beside a bar: "%" or "AI cores".
std::string core_unit(Mode mode);

/// "1 chip", "2 chips"
std::string counted(std::size_t count, const std::string& noun);

}  // namespace npushare::cli
