#include <ostream>

#include "scheduler/cli/commands.hpp"
#include "scheduler/cli/drift_page.hpp"
#include "scheduler/cli/http_client.hpp"
#include "scheduler/cli/service.hpp"

namespace npushare::cli {

int drift(const DriftCommand& command, const Screen& screen) {
  const Result<std::unique_ptr<HttpClient>> client =
      HttpClient::open(command.service, kServiceHint);
  if (!client) return report("drift", client.error(), screen);
  return show_drift(command, **client, screen);
}

int show_drift(const DriftCommand& command, Transport& transport, const Screen& screen) {
  const Result<wire::Json> answer = ask_drift(transport);
  if (!answer) return report("drift", answer.error(), screen);
  const Result<std::vector<DriftView>> entries = read_drift(*answer);
  if (!entries) return report("drift", entries.error(), screen);
  screen.out << (command.output == Output::kJson ? answer->pretty()
                                                 : draw_drift(*entries, screen.canvas));
  return entries->empty() ? kExitFine : kExitDiffers;
}

}  // namespace npushare::cli
