#include "scheduler/cli/outline.hpp"

#include <CLI/CLI.hpp>

namespace npushare::cli {
namespace {

OptionOutline outline_of(const CLI::Option& option) {
  OptionOutline out{.names = {}, .kind = {}, .description = option.get_description()};
  out.is_positional = option.get_positional();
  if (out.is_positional) {
    out.names = {option.get_name(true)};
  } else {
    for (const std::string& letter : option.get_snames()) out.names.push_back("-" + letter);
    for (const std::string& word : option.get_lnames()) out.names.push_back("--" + word);
  }
  if (option.get_items_expected_max() > 0) out.kind = option.get_type_name();
  // The library's word for any text says less than the name.
  if (out.is_positional && out.kind == "TEXT") out.kind = out.names.front();
  return out;
}

}  // namespace

std::vector<std::string> OptionOutline::choices() const {
  if (kind.find('|') == std::string::npos) return {};
  std::vector<std::string> words(1);
  for (const char letter : kind) {
    if (letter == '|')
      words.emplace_back();
    else
      words.back() += letter;
  }
  return words;
}

std::vector<CommandOutline> outline_of(const CLI::App& program) {
  std::vector<CommandOutline> commands;
  for (const CLI::App* app : program.get_subcommands([](const CLI::App*) { return true; })) {
    CommandOutline command{.name = app->get_name(), .options = {}};
    for (const CLI::Option* option : app->get_options())
      command.options.push_back(outline_of(*option));
    commands.push_back(std::move(command));
  }
  return commands;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += between;
    out += word;
  }
  return out;
}

}  // namespace npushare::cli
