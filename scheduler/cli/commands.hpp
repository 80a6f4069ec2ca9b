/// The commands that ask a running service, or nobody.
///
/// Each returns its exit code (command_line.hpp) and writes what failed as one sentence to standard
/// error.
#pragma once

#include "accounting/result.hpp"
#include "scheduler/cli/command_line.hpp"
#include "scheduler/cli/run.hpp"

namespace npushare::cli {

int explain(const ExplainCommand& command, const Screen& screen);
int show(const ShowCommand& command, const Screen& screen);
int check(const CheckCommand& command, const Screen& screen);
int version(const VersionCommand& command, const Screen& screen);

/// What to try when the service does not answer.
inline constexpr const char* kServiceHint =
    "is npushare serving there? Start one with `npushare serve --embedded examples/cluster.yaml`, "
    "or name another with --url or NPUSHARE_URL";

/// A failure as one sentence, and the exit code that goes with it: kExitUnreachable for kTimeout.
int report(const char* command, const Error& error, const Screen& screen);

}  // namespace npushare::cli
