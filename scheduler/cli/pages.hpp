/// The commands that print what the program knows of itself: its manual page, and the scripts by
/// which shells complete its words.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace npushare::cli {

/// Declares `completion SHELL` and `manual`.
void declare_pages(CLI::App& program);

/// The page that `chosen` asks for; nothing when it is another command. `chosen` has been parsed,
/// so its words are right.
std::optional<std::string> draw_page(const CLI::App& program, const CLI::App& chosen);

}  // namespace npushare::cli
