#include <unistd.h>

#include <ostream>
#include <thread>

#include "scheduler/cli/commands.hpp"
#include "scheduler/cli/explain_page.hpp"
#include "scheduler/cli/http_client.hpp"
#include "scheduler/cli/ledger_page.hpp"
#include "scheduler/cli/manifest.hpp"
#include "scheduler/cli/service.hpp"

namespace npushare::cli {
namespace {

constexpr std::chrono::seconds kWatchStep{2};

/// Moves to the top left corner and clears what is below.
constexpr const char* kClear = "\x1b[H\x1b[J";

Result<wire::Json> ask_about(const ExplainCommand& command, Transport& transport) {
  if (command.file.empty()) return ask_explanation(transport, command.space, command.pod);
  Result<std::string> manifest = read_manifest(command.file);
  if (!manifest) return manifest.error();
  return ask_explanation_of(transport, std::move(*manifest));
}

/// Nothing printed on an error.
Result<> show_ledgers(const TopCommand& command, Transport& transport, const Screen& screen) {
  const Result<wire::Json> answer = ask_ledgers(transport, command.node);
  if (!answer) return answer.error();
  if (command.output == Output::kJson) {
    screen.out << answer->pretty() << std::flush;
    return {};
  }
  const Result<LedgersView> nodes = read_ledgers(*answer);
  if (!nodes) return nodes.error();
  if (command.keeps_watching && ::isatty(STDOUT_FILENO) == 1) screen.out << kClear;
  screen.out << draw_ledgers(*nodes, screen.canvas) << std::flush;
  return {};
}

}  // namespace

int report(const char* command, const Error& error, const Screen& screen) {
  screen.err << "npushare " << command << ": " << error.message << '\n';
  return error.code == ErrorCode::kTimeout ? kExitUnreachable : kExitDiffers;
}

int explain(const ExplainCommand& command, const Screen& screen) {
  const Result<std::unique_ptr<HttpClient>> client =
      HttpClient::open(command.service, kServiceHint);
  if (!client) return report("explain", client.error(), screen);
  const Result<wire::Json> answer = ask_about(command, **client);
  if (!answer) return report("explain", answer.error(), screen);
  const Result<ExplainView> view = read_explanation(*answer);
  if (!view) return report("explain", view.error(), screen);
  screen.out << (command.output == Output::kJson ? answer->pretty()
                                                 : draw_explanation(*view, screen.canvas));
  return view->state == "invalid" ? kExitDiffers : kExitFine;
}

int top(const TopCommand& command, const Screen& screen) {
  const Result<std::unique_ptr<HttpClient>> client =
      HttpClient::open(command.service, kServiceHint);
  if (!client) return report("top", client.error(), screen);
  while (true) {
    const Result<> shown = show_ledgers(command, **client, screen);
    if (!shown) return report("top", shown.error(), screen);
    if (!command.keeps_watching || !screen.out) return kExitFine;
    std::this_thread::sleep_for(kWatchStep);
    if (command.output == Output::kTable) screen.out << '\n';
  }
}

}  // namespace npushare::cli
