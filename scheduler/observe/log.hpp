/// Logging set-up: one line an event, key=value, to standard error.
#pragma once

#include <string_view>

#include "accounting/result.hpp"

namespace npushare::observe {

/// debug, info, warn or error. kInvalid names the levels.
Result<> set_up_logging(std::string_view level);

}  // namespace npushare::observe
