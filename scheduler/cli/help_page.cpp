#include "scheduler/cli/help_page.hpp"

#include <CLI/CLI.hpp>

#include "scheduler/cli/help_text.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kOptionColumns = 30;

/// "  -o, --output table|json   how to print"
std::string draw_entry(const std::string& name, const std::string& description) {
  const std::size_t indent = kOptionColumns + 2;
  std::string lines = wrapped(description, indent, kColumns);
  if (columns_of(name) + 2 > kOptionColumns) return "  " + name + '\n' + lines;
  return "  " + fitted(name, kOptionColumns - 2) + "  " + lines.substr(indent);
}

std::string name_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  std::string name;
  for (const std::string& letter : option.get_snames()) name += "-" + letter + ", ";
  for (const std::string& word : option.get_lnames()) name += "--" + word;
  if (option.get_items_expected_max() > 0) name += " " + option.get_type_name();
  return name;
}

std::string draw_options(const CLI::App& app) {
  std::string out = "Options\n";
  for (const CLI::Option* option : app.get_options())
    out += draw_entry(name_of(*option), option->get_description());
  return out + '\n';
}

std::string draw_commands(const CLI::App& app) {
  std::string out = "Commands\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    out += draw_entry(command->get_name(), std::string(help_of(command->get_name()).summary));
  return out + '\n';
}

}  // namespace

std::string draw_help(const CLI::App& app) {
  const bool is_program = app.get_parent() == nullptr;
  const HelpText text = help_of(is_program ? std::string() : app.get_name());
  std::string out = "Usage\n" + std::string(text.usage) + '\n' + std::string(text.about) + '\n';
  if (is_program) out += draw_commands(app);
  out += draw_options(app);
  return out + std::string(text.after) + std::string(text.ending);
}

}  // namespace npushare::cli
