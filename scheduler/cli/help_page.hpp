/// A help page: usage, what the command does, its options as the parser knows them, examples, exit
/// codes.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace npushare::cli {

/// The page of the program itself when `app` has commands below it, else that of one command.
std::string draw_help(const CLI::App& app);

}  // namespace npushare::cli
