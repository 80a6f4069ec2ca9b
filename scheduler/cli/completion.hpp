/// Scripts by which bash and zsh complete the words of a command line.
///
/// Shape:   commands first, then options, and for an option's value the words that it may be, or
///          files where it is one. Nothing is asked of a cluster.
#pragma once

#include <string>
#include <vector>

#include "scheduler/cli/outline.hpp"

namespace npushare::cli {

/// For `source`, or a file that bash-completion finds by the program's name.
std::string draw_bash_completion(const std::vector<CommandOutline>& commands);

/// For a file _npushare in a folder of zsh's fpath.
std::string draw_zsh_completion(const std::vector<CommandOutline>& commands);

}  // namespace npushare::cli
