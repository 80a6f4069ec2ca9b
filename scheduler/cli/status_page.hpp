/// Is the service well, who leads, and which configuration is in force: /readyz and /v1/config as
/// one page.
///
/// Errors: kInternal when an answer is not of its shape. Every text has passed printable().
#pragma once

#include <string>

#include "accounting/result.hpp"
#include "scheduler/cli/style.hpp"
#include "scheduler/cli/transport.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// {"ready":…,"checks":[{"name":…,"state":"ok|waits|warns","says":…}],"config":{…}}.
Result<wire::Json> ask_status(Transport& transport);

std::string draw_status(const wire::Json& status, const Canvas& canvas);

}  // namespace npushare::cli
