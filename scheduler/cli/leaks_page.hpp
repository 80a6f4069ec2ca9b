/// What GET and POST /v1/leaks say, as tables for a person.
///
/// Errors: kInternal when the answer is not of this shape at all. Every text has passed
/// printable().
#pragma once

#include <string>

#include "accounting/result.hpp"
#include "scheduler/cli/style.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// Leaks by kind, each kind with what it means and what to do; or what a repair did with each.
Result<std::string> draw_leaks(const wire::Json& answer, const Canvas& canvas);

}  // namespace npushare::cli
