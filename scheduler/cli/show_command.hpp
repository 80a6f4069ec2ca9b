/// The commands that show what a running service holds: top, nodes, shares, waiting, history,
/// quotas, drift, status.
///
/// Errors: the exit codes of command_line.hpp; what failed is one sentence to standard error.
#pragma once

#include "accounting/result.hpp"
#include "scheduler/cli/command_line.hpp"
#include "scheduler/cli/print.hpp"
#include "scheduler/cli/run.hpp"
#include "scheduler/cli/transport.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// One look: asks this transport and prints.
Look show_once(const ShowCommand& command, Transport& transport, const Screen& screen);

/// What the service answers about the subject, cut down to what the command asks for.
Result<wire::Json> ask_for(const ShowCommand& command, Transport& transport,
                           std::chrono::system_clock::time_point now);

/// The answer as tables.
Result<std::string> draw(const ShowCommand& command, const wire::Json& answer,
                         const Canvas& canvas);

}  // namespace npushare::cli
