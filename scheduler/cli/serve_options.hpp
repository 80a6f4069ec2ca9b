/// The options of `serve`.
///
/// Errors: a sentence about words that make no sense together.
#pragma once

#include <string>

#include "scheduler/cli/command_line.hpp"

namespace CLI {
class App;
}

namespace npushare::cli {

/// `into` stays where it is.
void declare_serve(CLI::App& app, ServeCommand& into);

/// Empty when the words make sense. With a cluster around, none has to be named.
std::string complaint_about(const ServeCommand& serve, bool has_cluster_around);

}  // namespace npushare::cli
