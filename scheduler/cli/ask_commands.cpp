#include <ostream>

#include "scheduler/cli/commands.hpp"
#include "scheduler/cli/explain_page.hpp"
#include "scheduler/cli/http_client.hpp"
#include "scheduler/cli/manifest.hpp"
#include "scheduler/cli/print.hpp"
#include "scheduler/cli/service.hpp"

namespace npushare::cli {
namespace {

Result<wire::Json> ask_about(const ExplainCommand& command, Transport& transport) {
  if (command.file.empty()) return ask_explanation(transport, command.space, command.pod);
  Result<std::string> manifest = read_manifest(command.file);
  if (!manifest) return manifest.error();
  return ask_explanation_of(transport, std::move(*manifest));
}

Look explain_once(const ExplainCommand& command, Transport& transport, const Screen& screen) {
  const Result<wire::Json> answer = ask_about(command, transport);
  if (!answer) return {report("explain", answer.error(), screen), true};
  const Result<ExplainView> view = read_explanation(*answer);
  if (!view) return {report("explain", view.error(), screen), true};
  const std::string page = draw_explanation(*view, canvas_for(command.output, screen));
  print({.answer = *answer, .tables = page}, {command.output, command.keeps_watching}, screen);
  return {view->state == "invalid" ? kExitDiffers : kExitFine, false};
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
  return again_and_again(command.keeps_watching, screen,
                         [&](const Screen& now) { return explain_once(command, **client, now); });
}

}  // namespace npushare::cli
