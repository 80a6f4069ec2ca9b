/// Both labs, the second one twice, played on services of their own through real HTTP.
#pragma once

#include <iosfwd>
#include <string>

#include "scheduler/cli/command_line.hpp"
#include "scheduler/cli/style.hpp"

namespace npushare::cli {

/// The exit code: kExitFine when every step came out as claimed.
int demo(const DemoCommand& command, std::ostream& out, std::ostream& err, const Canvas& canvas);

/// The URL at the end of a line that begins with `words`; empty for any other line.
/// "npushare ready on http://127.0.0.1:41234"
std::string url_after(const std::string& words, const std::string& line);

}  // namespace npushare::cli
