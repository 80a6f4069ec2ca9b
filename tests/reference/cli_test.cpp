// docs/reference/cli.md: the help page of every command.
#include "scheduler/cli/command_line.hpp"
#include "tests/support/reference_page.hpp"

namespace npushare::reference {
namespace {

std::string help_of(const std::vector<std::string>& words) {
  return cli::read_command_line(words, {}).help;
}

/// As `npushare --help` lists them: two blanks, the name, two blanks.
std::vector<std::string> commands_in(const std::string& help) {
  std::vector<std::string> commands;
  std::istringstream lines(help);
  bool is_in_list = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "Commands") {
      is_in_list = true;
    } else if (is_in_list && line.empty()) {
      break;
    } else if (is_in_list && line.starts_with("  ") && line.size() > 2 && line[2] != ' ') {
      commands.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  return commands;
}

std::string section(const std::string& title, const std::string& help) {
  return "## " + title + "\n\n```text\n" + help + "```\n\n";
}

TEST(Reference, CommandLine) {
  const std::string whole = help_of({"--help"});
  const std::vector<std::string> commands = commands_in(whole);
  ASSERT_GE(commands.size(), 14U) << whole;
  std::string part = "\n" + section("npushare", whole);
  for (const std::string& command : commands)
    part += section("npushare " + command, help_of({command, "--help"}));

  Page("cli.md").expect("commands", part);
}

}  // namespace
}  // namespace npushare::reference
