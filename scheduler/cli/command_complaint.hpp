/// What is said of words that make no command.
#pragma once

#include <string>

#include "scheduler/cli/command_line.hpp"

namespace CLI {
class App;
}

namespace npushare::cli {

/// "npushare top has no --ndoe; did you mean --node?"
std::string complaint_about(const std::string& word, const CLI::App& app);

/// The complaint, with the help page to look at.
Reading wrong_use(const std::string& complaint, const CLI::App& app);

}  // namespace npushare::cli
