#include "scheduler/cli/command_complaint.hpp"

#include <CLI/CLI.hpp>
#include <optional>
#include <vector>

#include "config/suggestion.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

std::vector<std::string> words_known_to(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& word : option->get_lnames()) words.push_back("--" + word);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    words.push_back(command->get_name());
  return words;
}

std::string page_of(const CLI::App& app) {
  return app.get_parent() == nullptr ? "npushare" : "npushare " + app.get_name();
}

}  // namespace

std::string complaint_about(const std::string& word, const CLI::App& app) {
  const std::string name = word.starts_with("--") ? word.substr(0, word.find('=')) : word;
  const std::optional<std::string> meant = config::nearest(name, words_known_to(app));
  const std::string unknown = page_of(app) + " has no \"" + printable(name) + "\"; ";
  return unknown + (meant ? "did you mean " + *meant + "?" : "see " + page_of(app) + " --help");
}

Reading wrong_use(const std::string& complaint, const CLI::App& app) {
  const bool is_led_on = complaint.ends_with("--help");
  return {.command = {},
          .exit_code = kExitWrongUse,
          .help = {},
          .complaint = complaint + (is_led_on ? "" : "\nSee " + page_of(app) + " --help.")};
}

}  // namespace npushare::cli
