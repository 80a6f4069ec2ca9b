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

/// "8192 MiB"
std::string memory(MiB amount);

/// "50 %" of a soft-split chip, "2 AI cores" of a hard-split one.
std::string cores(Cores amount, Mode mode);

/// The short unit beside a bar: "%" or "AI cores".
std::string core_unit(Mode mode);

/// "1 chip", "2 chips"
std::string counted(std::size_t count, const std::string& noun);

}  // namespace npushare::cli
