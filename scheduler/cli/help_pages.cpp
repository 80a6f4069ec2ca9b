#include <array>

#include "scheduler/cli/help_text.hpp"

namespace npushare::cli {
namespace {

constexpr std::string_view kEnding =
    "\n"
    "Exit codes\n"
    "  0  printed\n"
    "  2  the command line is wrong\n";

constexpr HelpText kCompletion{
    .command = "completion",
    .summary = "print the script by which bash or zsh complete these commands",
    .usage = "  npushare completion bash|zsh\n",
    .about =
        "The script completes commands, options and files. The Debian package brings it for both "
        "shells.\n",
    .after =
        "Examples\n"
        "  source <(npushare completion bash)                         this shell\n"
        "  npushare completion zsh > ~/.zsh/completions/_npushare     a folder of your fpath\n",
    .ending = kEnding};

constexpr HelpText kManual{.command = "manual",
                           .summary = "print the manual page, npushare(1)",
                           .usage = "  npushare manual\n",
                           .about =
                               "Prints what --help says of every command as one page for man. The "
                               "Debian package brings it.\n",
                           .after =
                               "Examples\n"
                               "  npushare manual | man -l -\n",
                           .ending = kEnding};

constexpr std::array kPages{kCompletion, kManual};

}  // namespace

std::optional<HelpText> help_of_page(std::string_view command) {
  for (const HelpText& text : kPages)
    if (text.command == command) return text;
  return std::nullopt;
}

}  // namespace npushare::cli
