#include "scheduler/cli/completion.hpp"

namespace npushare::cli {
namespace {

constexpr const char* kHead =
    "# Completion of npushare for bash. Written by `npushare completion bash`.\n"
    "_npushare() {\n"
    "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
    "  local first=${COMP_WORDS[1]} words= values= files=\n"
    "  COMPREPLY=()\n";

// Of a value that is neither a file nor one of some words, nothing is known: no completion.
constexpr const char* kTail =
    "  if [[ -n $values ]]; then\n"
    "    [[ $values = - ]] || mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$word\")\n"
    "  elif [[ -n $files && $word != -* ]]; then\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen -$files -- \"$word\")\n"
    "  else\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
    "  fi\n"
    "}\n"
    "complete -F _npushare npushare\n"
    "complete -F _npushare kubectl-npushare\n";

/// What is known of a value, as an assignment: `files=f`, `values="a b"` or, of nothing,
/// `values=-`.
std::string value_of(const OptionOutline& option) {
  if (option.kind == "FILE") return "files=f";
  if (option.kind == "DIR") return "files=d";
  const std::vector<std::string> choices = option.choices();
  return choices.empty() ? "values=-" : "values=\"" + joined(choices, " ") + '"';
}

std::string draw_values(const CommandOutline& command) {
  std::string out;
  for (const OptionOutline& option : command.options) {
    if (option.is_positional || option.kind.empty()) continue;
    out += "        " + joined(option.names, "|") + ") " + value_of(option) + " ;;\n";
  }
  return out;
}

/// What stands where no option's value does: the options, and files where the command takes some.
std::string draw_words(const CommandOutline& command) {
  std::string words;
  std::string rest;
  for (const OptionOutline& option : command.options) {
    if (!option.is_positional) {
      for (const std::string& name : option.names) words += (words.empty() ? "" : " ") + name;
      continue;
    }
    if (option.kind == "FILE") rest = "        *) files=f ;;\n";
    for (const std::string& choice : option.choices()) words += (words.empty() ? "" : " ") + choice;
  }
  return "      words=\"" + words + "\"\n      case $before in\n" + draw_values(command) + rest +
         "      esac\n";
}

}  // namespace

std::string draw_bash_completion(const std::vector<CommandOutline>& commands) {
  std::vector<std::string> names;
  for (const CommandOutline& command : commands) names.push_back(command.name);
  std::string out = std::string(kHead) + "  [[ $COMP_CWORD != 1 ]] || first=\n  case $first in\n";
  out += "    '') words=\"" + joined(names, " ") + " --help\" ;;\n";
  for (const CommandOutline& command : commands)
    out += "    " + command.name + ")\n" + draw_words(command) + "      ;;\n";
  return out + "  esac\n" + kTail;
}

}  // namespace npushare::cli
