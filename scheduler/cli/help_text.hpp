/// The prose of the help pages. The options themselves are listed from the parser, so they cannot
/// differ.
#pragma once

#include <optional>
#include <string_view>

namespace npushare::cli {

struct HelpText {
  std::string_view command;  // empty: the program itself
  std::string_view summary;  // one line, for the overview
  std::string_view usage;
  std::string_view about;
  std::string_view after;     // examples, exit codes, environment
  std::string_view ending{};  // what several commands have in common, behind that
};

HelpText help_of(std::string_view command);

HelpText help_of_convert();

/// Of the commands that print what the program knows of itself.
std::optional<HelpText> help_of_page(std::string_view command);

/// Of the commands that show what a service holds.
std::optional<HelpText> help_of_show(std::string_view command);

}  // namespace npushare::cli
