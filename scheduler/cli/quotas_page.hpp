/// What namespaces may hold and how far they are: GET /v1/quotas as a table.
///
/// Errors: kInternal when the answer is not of that shape at all. Every text has passed
/// printable().
#pragma once

#include <string>

#include "accounting/result.hpp"
#include "scheduler/cli/style.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// One line a limit; below it what is wrong with the values of some. Memory in MiB, cores in
/// percent of a chip.
Result<std::string> draw_quotas(const wire::Json& answer, const Canvas& canvas);

}  // namespace npushare::cli
