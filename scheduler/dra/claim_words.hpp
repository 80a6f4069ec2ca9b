/// Amounts and refusals of claims in the form that explain has for pods with annotations.
///
/// Units:   MiB, percent of the cores; what is part of one is rounded as asked.
/// Threads: pure functions.
#pragma once

#include <string>

#include "scheduler/dra/claim_fit.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::dra {

/// Needs round up, room rounds down.
enum class Rounding : std::uint8_t { kUp, kDown };

wire::Json amount_json(const Amounts& amounts, const std::string& driver, Rounding rounding,
                       std::int64_t slots);

/// "insufficient memory, cores"; "held whole by a claim: ai/train".
std::string reason_text(const DeviceFinding& finding);

}  // namespace npushare::dra
