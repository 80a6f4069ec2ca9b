#include "scheduler/cli/pages.hpp"

#include <CLI/CLI.hpp>

#include "scheduler/cli/completion.hpp"
#include "scheduler/cli/manual.hpp"

namespace npushare::cli {
namespace {

CLI::App* declare(CLI::App& program, const std::string& name) {
  CLI::App* command = program.add_subcommand(name);
  command->set_help_flag("-h,--help", "show this page");
  return command;
}

std::string complaint_about_shell(const std::string& word) {
  if (word == "bash" || word == "zsh") return {};
  return "completion is there for bash and zsh";
}

}  // namespace

void declare_pages(CLI::App& program) {
  declare(program, "completion")
      ->add_option("SHELL")
      ->description("the shell that is to complete")
      ->type_name("bash|zsh")
      ->required()
      ->check(CLI::Validator(complaint_about_shell, ""));
  declare(program, "manual");
}

std::optional<std::string> draw_page(const CLI::App& program, const CLI::App& chosen) {
  if (chosen.get_name() == "manual") return draw_manual(outline_of(program));
  if (chosen.get_name() != "completion") return std::nullopt;
  if (chosen.get_option("SHELL")->results().front() == "zsh")
    return draw_zsh_completion(outline_of(program));
  return draw_bash_completion(outline_of(program));
}

}  // namespace npushare::cli
