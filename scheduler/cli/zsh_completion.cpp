#include "scheduler/cli/completion.hpp"
#include "scheduler/cli/help_text.hpp"

namespace npushare::cli {
namespace {

/// Between single quotes, where `_arguments` and `_describe` read a colon and brackets as their
/// own.
std::string quoted(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\'') {
      out += "'\\''";
      continue;
    }
    if (letter == ':' || letter == '[' || letter == ']' || letter == '\\') out += '\\';
    out += letter;
  }
  return out;
}

/// How the value of an option is completed, from its colon on.
std::string action_of(const OptionOutline& option) {
  if (option.kind.empty()) return {};
  const std::string kind = ":" + quoted(option.kind) + ":";
  if (option.kind == "FILE") return kind + "_files";
  if (option.kind == "DIR") return kind + "_files -/";
  const std::vector<std::string> choices = option.choices();
  return choices.empty() ? kind : kind + "(" + joined(choices, " ") + ")";
}

/// One specification of `_arguments`.
std::string specification_of(const OptionOutline& option) {
  if (option.is_positional) {
    // A command that reads files reads several.
    const std::string place = option.kind == "FILE" ? "'*" : "'1";
    return place + action_of(option) + "'";
  }
  const std::string about = "[" + quoted(option.description) + "]" + action_of(option) + "'";
  if (option.names.size() == 1) return "'" + option.names.front() + about;
  return "'(" + joined(option.names, " ") + ")'{" + joined(option.names, ",") + "}'" + about;
}

std::string draw_command(const CommandOutline& command) {
  std::string out = "    " + command.name + ")\n      _arguments";
  for (const OptionOutline& option : command.options)
    out += " \\\n        " + specification_of(option);
  return out + "\n      ;;\n";
}

}  // namespace

std::string draw_zsh_completion(const std::vector<CommandOutline>& commands) {
  std::string out =
      "#compdef npushare kubectl-npushare\n"
      "# Completion of npushare for zsh. Written by `npushare completion zsh`.\n"
      "_npushare() {\n"
      "  local -a commands=(\n";
  for (const CommandOutline& command : commands)
    out += "    '" + command.name + ":" + quoted(help_of(command.name).summary) + "'\n";
  out +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n";
  for (const CommandOutline& command : commands) out += draw_command(command);
  return out + "  esac\n}\n_npushare \"$@\"\n";
}

}  // namespace npushare::cli
