#include "scheduler/cli/run.hpp"

#include <csignal>
#include <cstdlib>
#include <iostream>

#include "scheduler/cli/commands.hpp"
#include "scheduler/cli/convert_command.hpp"
#include "scheduler/cli/demo.hpp"

namespace npushare::cli {
namespace {

Environment environment() {
  const char* url = std::getenv("NPUSHARE_URL");
  return {.url = url == nullptr ? "" : url,
          .is_in_pod = std::getenv("KUBERNETES_SERVICE_HOST") != nullptr,
          .has_kubeconfig = std::getenv("KUBECONFIG") != nullptr};
}

struct Dispatch {
  const Serve& serve;
  const Screen& screen;

  int operator()(const ServeCommand& command) const { return serve(command); }
  int operator()(const DemoCommand& command) const {
    return demo(command, screen.out, screen.err, screen.canvas);
  }
  int operator()(const ExplainCommand& command) const { return explain(command, screen); }
  int operator()(const ShowCommand& command) const { return show(command, screen); }
  int operator()(const CheckCommand& command) const { return check(command, screen); }
  int operator()(const ConvertCommand& command) const { return convert_pod_file(command, screen); }
  int operator()(const VersionCommand& command) const { return version(command, screen); }
};

}  // namespace

int run(const std::vector<std::string>& words, const Serve& serve) {
  const Reading reading = read_command_line(words, environment());
  if (!reading.help.empty()) std::cout << reading.help;
  if (!reading.complaint.empty()) std::cerr << reading.complaint << '\n';
  if (!reading.command) return reading.exit_code;
  // A reader that goes away early, as head does, is told by the write and not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  const Screen screen{.out = std::cout,
                      .err = std::cerr,
                      .canvas = {.style = Style(colour_of_stdout()), .columns = 100}};
  return std::visit(Dispatch{.serve = serve, .screen = screen}, *reading.command);
}

}  // namespace npushare::cli
