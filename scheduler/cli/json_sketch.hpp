/// JSON cut down to what fits: outer parts are opened first, each as long as there is room, and
/// what stays closed shows as {…} or […].
#pragma once

#include <string>

#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// At most `columns` wide, a single line. Whole when it fits.
std::string sketch(const wire::Json& json, std::size_t columns);

}  // namespace npushare::cli
