/// Logging set-up: one line an event to standard error.
///
/// Shape:   `TIME LEVEL key=value ...`, the time in UTC with milliseconds.
/// Threads: call it once at start, before anything logs.
#pragma once

#include <string_view>

#include "accounting/result.hpp"

namespace npushare::observe {

/// debug, info, warn or error; any other word is kInvalid and the message names the four.
Result<> set_up_logging(std::string_view level);

}  // namespace npushare::observe
