/// The program: reads the command line and does what it says.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "scheduler/cli/command_line.hpp"
#include "scheduler/cli/style.hpp"

namespace npushare::cli {

/// Where the commands write and how.
struct Screen {
  std::ostream& out;
  std::ostream& err;
  Canvas canvas;
};

using Serve = std::function<int(const ServeCommand&)>;

/// `words` without the program's name. Returns the exit code; never throws.
int run(const std::vector<std::string>& words, const Serve& serve);

}  // namespace npushare::cli
