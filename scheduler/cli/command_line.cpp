#include "scheduler/cli/command_line.hpp"

#include <CLI/CLI.hpp>

#include "scheduler/cli/command_complaint.hpp"
#include "scheduler/cli/help_page.hpp"
#include "scheduler/cli/option.hpp"
#include "scheduler/cli/pages.hpp"
#include "scheduler/cli/serve_options.hpp"
#include "scheduler/cli/show_options.hpp"
#include "scheduler/cli/text.hpp"

namespace npushare::cli {
namespace {

constexpr const char* kDefaultUrl = "http://127.0.0.1:8080";

/// The parser and the values it fills. Options refer to the members, so it stays where it is made.
class Parser {
 public:
  explicit Parser(const Environment& environment)
      : has_cluster_around_(environment.is_in_pod || environment.has_kubeconfig) {
    url_ = environment.url.empty() ? kDefaultUrl : environment.url;
    app_.set_help_flag("-h,--help", "show this page");
    declare_serve(*declare("serve"), serve_);
    declare_demo();
    declare_explain();
    declare_show_commands();
    declare_check();
    declare_convert();
    declare_pages(app_);
    declare("version");
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  CLI::App& app() { return app_; }

  /// The command that was named, or the program itself.
  CLI::App& chosen() {
    const std::vector<CLI::App*> commands = app_.get_subcommands();
    return commands.empty() ? app_ : *commands.front();
  }

  /// A sentence when the words make no sense together; the command otherwise.
  std::variant<Command, std::string> finish();

 private:
  CLI::App* declare(const std::string& name) {
    CLI::App* command = app_.add_subcommand(name);
    command->set_help_flag("-h,--help", "show this page");
    if (name != "serve" && name != "demo")
      option(*command, "-o,--output", output_, "table|wide|yaml|json",
             "how to print; json and yaml are the whole answer");
    return command;
  }

  void declare_service(CLI::App* command, ServiceAccess& service) const;
  void declare_demo();
  void declare_explain();
  void declare_show_commands();
  void declare_check();
  void declare_convert();
  std::string finish_convert();
  std::string finish_explain();
  static std::optional<Output> output_named(const std::string& word);
  ShowOptions* show_named(const std::string& name);

  CLI::App app_{"", "npushare"};
  ServeCommand serve_;
  DemoCommand demo_;
  ExplainCommand explain_;
  std::array<ShowOptions, kSubjects.size()> shows_;
  CheckCommand check_;
  ConvertCommand convert_;
  std::string mode_;
  std::string url_;
  std::string output_ = "table";
  std::string space_;
  bool has_cluster_around_;
};

void Parser::declare_service(CLI::App* command, ServiceAccess& service) const {
  service.url = url_;
  option(*command, "--url", service.url, "URL",
         "the service (default: NPUSHARE_URL, or http://127.0.0.1:8080)");
  option(*command, "--token-file", service.token_file, "FILE",
         "bearer token, for a service that asks who calls (admin.auth)");
  option(*command, "--ca-file", service.ca_file, "FILE",
         "certificates that vouch for an https service (default: the system's)");
}

void Parser::declare_demo() {
  CLI::App* command = declare("demo");
  option(*command, "--examples", demo_.examples, "DIR",
         "the examples with the pods of both labs (default: examples)");
  option(*command, "--cluster", demo_.cluster, "FILE",
         "the cluster file (default: cluster.yaml of the examples)");
  command->add_flag("--quiet", demo_.is_quiet, "only one line a step");
}

void Parser::declare_explain() {
  CLI::App* command = declare("explain");
  option(*command, "pod", explain_.pod, "POD", "the pod, as [NAMESPACE/]POD");
  option(*command, "-n,--namespace", space_, "NAMESPACE", "its namespace (default: default)");
  option(*command, "-f,--file", explain_.file, "FILE",
         "a manifest instead of a pod of the cluster; - is standard input");
  command->add_flag("--watch", explain_.keeps_watching, "explain it again every two seconds");
  declare_service(command, explain_.service);
}

void Parser::declare_show_commands() {
  for (std::size_t k = 0; k < kSubjects.size(); ++k) {
    ShowOptions& options = shows_[k];
    options.command.subject = kSubjects[k];
    CLI::App* command = declare(word_of(kSubjects[k]));
    declare_show(*command, options);
    declare_service(command, options.command.service);
  }
}

void Parser::declare_check() {
  CLI::App* command = declare("check");
  command->add_option("FILE", check_.files, "the files to read");
  option(*command, "--device-config", check_.device_config, "FILE",
         "device-config.yaml with the chips that a scheduler configuration must manage "
         "(default: the chips built in)");
}

void Parser::declare_convert() {
  CLI::App* command = declare("convert");
  option(*command, "-f,--file", convert_.file, "FILE", "the pod's manifest; - is standard input");
  option(*command, "-n,--namespace", space_, "NAMESPACE",
         "of a pod that names none (default: default)");
  option(*command, "--mode", mode_, "template|claim",
         "what is made (default: dra.convert.mode of --config, or template)");
  option(*command, "--config", convert_.config, "FILE",
         "npushare.yaml, for its dra.convert (default: the defaults)");
  option(*command, "--device-config", convert_.device_config, "FILE",
         "device-config.yaml with the chips (default: that of --config, or the chips built in)");
  declare_service(command, convert_.service);
}

std::string Parser::finish_convert() {
  if (convert_.file.empty()) return "convert needs -f FILE";
  if (!space_.empty()) convert_.space = space_;
  if (mode_ == "template") convert_.mode = config::ConvertMode::kTemplate;
  if (mode_ == "claim") convert_.mode = config::ConvertMode::kClaim;
  return mode_.empty() || convert_.mode
             ? ""
             : "--mode " + printable(mode_) + " is unknown; choose template or claim";
}

std::string Parser::finish_explain() {
  if (explain_.pod.empty() == explain_.file.empty())
    return "explain needs one of [NAMESPACE/]POD and -f FILE";
  if (std::string complaint = split_pod(explain_.pod, space_); !complaint.empty()) return complaint;
  if (!space_.empty()) explain_.space = space_;
  const bool reads_input_again = explain_.keeps_watching && explain_.file == "-";
  return reads_input_again ? "standard input can be read once; --watch needs a pod or a file" : "";
}

std::optional<Output> Parser::output_named(const std::string& word) {
  if (word == "table") return Output::kTable;
  if (word == "wide") return Output::kWide;
  if (word == "json") return Output::kJson;
  if (word == "yaml") return Output::kYaml;
  return std::nullopt;
}

/// The command of that name, if it is one that shows something.
ShowOptions* Parser::show_named(const std::string& name) {
  for (ShowOptions& options : shows_)
    if (name == word_of(options.command.subject)) return &options;
  return nullptr;
}

std::variant<Command, std::string> Parser::finish() {
  const std::optional<Output> output = output_named(output_);
  if (!output) return "-o " + output_ + " is no way to print; choose table, wide, yaml or json";
  explain_.output = check_.output = convert_.output = *output;
  const std::string name = chosen().get_name();
  ShowOptions* show = show_named(name);
  std::string complaint = show == nullptr ? "" : finish_show(*show);
  if (name == "serve") complaint = complaint_about(serve_, has_cluster_around_);
  if (name == "explain") complaint = finish_explain();
  if (name == "convert") complaint = finish_convert();
  if (name == "check" && check_.files.empty()) complaint = "check needs at least one FILE";
  if (!complaint.empty()) return complaint;
  if (name == "serve") return Command{serve_};
  if (name == "demo") return Command{demo_};
  if (name == "explain") return Command{explain_};
  if (name == "check") return Command{check_};
  if (name == "convert") return Command{convert_};
  if (show == nullptr) return Command{VersionCommand{.output = *output}};
  show->command.output = *output;
  return Command{show->command};
}

}  // namespace

Reading read_command_line(const std::vector<std::string>& words, const Environment& environment) {
  Parser parser(environment);
  if (words.empty()) return {.command = {}, .help = draw_help(parser.app()), .complaint = {}};
  try {
    // The library takes the words from the back.
    parser.app().parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    return {.command = {}, .help = draw_help(parser.chosen()), .complaint = {}};
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> extra = parser.app().remaining(true);
    return wrong_use(complaint_about(extra.empty() ? "" : extra.front(), parser.chosen()),
                     parser.chosen());
  } catch (const CLI::ParseError& failure) {
    return wrong_use(printable(failure.what()), parser.chosen());
  }
  if (&parser.chosen() == &parser.app()) return wrong_use("a command is missing", parser.app());
  if (std::optional<std::string> page = draw_page(parser.app(), parser.chosen()))
    return {.command = {}, .help = *std::move(page), .complaint = {}};
  std::variant<Command, std::string> finished = parser.finish();
  if (const std::string* complaint = std::get_if<std::string>(&finished))
    return wrong_use(*complaint, parser.chosen());
  return {.command = std::get<Command>(std::move(finished)), .help = {}, .complaint = {}};
}

}  // namespace npushare::cli
