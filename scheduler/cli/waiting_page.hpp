/// Who waits, and what was decided of late: GET /v1/waiting and GET /v1/decisions as tables.
///
/// Errors: kInternal when the answer is not of that shape at all. Every text has passed
/// printable().
#pragma once

#include <string>

#include "accounting/result.hpp"
#include "scheduler/cli/style.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

Result<std::string> draw_waiting(const wire::Json& answer, const Canvas& canvas);

/// One line a decision, the newest first, and what all refusals of them were for.
Result<std::string> draw_history(const wire::Json& answer, const Canvas& canvas);

/// The decisions about one pod with their words in full, for explain; empty without any.
std::string draw_decisions(const wire::Json& decisions, const Canvas& canvas);

}  // namespace npushare::cli
