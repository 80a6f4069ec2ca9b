#include "scheduler/cli/show_command.hpp"

#include <ostream>

#include "scheduler/cli/commands.hpp"
#include "scheduler/cli/drift_page.hpp"
#include "scheduler/cli/http_client.hpp"
#include "scheduler/cli/leaks_page.hpp"
#include "scheduler/cli/ledger_filter.hpp"
#include "scheduler/cli/ledger_page.hpp"
#include "scheduler/cli/nodes_page.hpp"
#include "scheduler/cli/quotas_page.hpp"
#include "scheduler/cli/service.hpp"
#include "scheduler/cli/shares_page.hpp"
#include "scheduler/cli/status_page.hpp"
#include "scheduler/cli/waiting_page.hpp"
#include "scheduler/wire/rfc3339.hpp"

namespace npushare::cli {
namespace {

using wire::Json;
using Now = std::chrono::system_clock::time_point;

Result<Json> ask_filtered_ledgers(const ShowCommand& command, Transport& transport) {
  const Result<Json> ledgers = ask_ledgers(transport, command.node);
  if (!ledgers) return ledgers.error();
  if (!(*ledgers)["nodes"].is_array())
    return Error{ErrorCode::kInternal, "the answer has no list `nodes`; is this an npushare?"};
  return filtered(
      *ledgers,
      {.node = command.node, .chip = command.chip, .space = command.space, .pod = command.pod});
}

bool is_recent(const Json& decision, const ShowCommand& command, Now now) {
  if (command.since.count() == 0) return true;
  const std::optional<std::int64_t> at = wire::read_rfc3339(decision["at"].string());
  const Now start = now - command.since;
  return at && *at >= std::chrono::system_clock::to_time_t(start);
}

bool is_of(const Json& item, const ShowCommand& command) {
  const std::string& pod = item["pod"].string();
  if (!command.space.empty() && !pod.starts_with(command.space + "/")) return false;
  return command.pod.empty() || pod.ends_with("/" + command.pod);
}

Json kept(const Json& answer, const ShowCommand& command, Now now) {
  if (!answer["items"].is_array()) return answer;  // the page says what is wrong with it
  Json items = Json::array();
  for (const Json& item : answer["items"].items()) {
    const bool is_asked_for = !command.only_refused || item["outcome"].string() == "refused";
    if (is_of(item, command) && is_asked_for && is_recent(item, command, now))
      items.push_back(item);
  }
  return Json::Object{{"items", std::move(items)}};
}

Result<Json> ask_history(const ShowCommand& command, Transport& transport, Now now) {
  const bool has_pod = !command.pod.empty() && !command.space.empty();
  const Result<Json> answer =
      ask_decisions(transport, {.limit = command.limit,
                                .pod = has_pod ? command.space + "/" + command.pod : "",
                                .verb = command.verb});
  if (!answer) return answer.error();
  return kept(*answer, command, now);
}

Result<Json> ask_waiting_pods(const ShowCommand& command, Transport& transport, Now now) {
  const Result<Json> answer = ask_waiting(transport);
  if (!answer) return answer.error();
  return kept(*answer, command, now);
}

Result<Json> ask_quotas_of(const std::string& space, Transport& transport) {
  const Result<Json> answer = ask_quotas(transport);
  if (!answer || space.empty() || !(*answer)["quotas"].is_array()) return answer;
  Json kept = Json::array();
  for (const Json& quota : (*answer)["quotas"].items())
    if (quota["namespace"].string() == space) kept.push_back(quota);
  return Json{Json::Object{{"quotas", std::move(kept)}}};
}

Result<std::string> draw_books(const ShowCommand& command, const Json& answer,
                               const Canvas& canvas) {
  const Result<LedgersView> nodes = read_ledgers(answer);
  if (!nodes) return nodes.error();
  if (command.subject == Subject::kTop) return draw_ledgers(*nodes, canvas);
  if (command.subject == Subject::kNodes) return draw_nodes(*nodes, canvas);
  return draw_share_list(*nodes, canvas);
}

Result<std::string> draw_drift_list(const Json& answer, const Canvas& canvas) {
  const Result<std::vector<DriftView>> entries = read_drift(answer);
  if (!entries) return entries.error();
  return draw_drift(*entries, canvas);
}

Result<Json> ask_leaks_or_fix(const ShowCommand& command, Transport& transport) {
  if (!command.fixes) return ask_leaks(transport);
  return ask_to_fix_leaks(transport,
                          command.fixes_hami_shaped ? "delete-hami-shaped" : "delete-own");
}

/// There is something that somebody should see to.
bool is_amiss(const ShowCommand& command, const Json& answer) {
  if (command.subject == Subject::kDrift) return !answer["drift"].items().empty();
  if (command.subject == Subject::kStatus) return !answer["ready"].boolean();
  if (command.subject != Subject::kLeaks) return false;
  return command.fixes ? !answer["stopped"].string().empty() : !answer["leaks"].items().empty();
}

}  // namespace

Result<Json> ask_for(const ShowCommand& command, Transport& transport, Now now) {
  switch (command.subject) {
    case Subject::kTop:
    case Subject::kNodes:
    case Subject::kShares: return ask_filtered_ledgers(command, transport);
    case Subject::kWaiting: return ask_waiting_pods(command, transport, now);
    case Subject::kHistory: return ask_history(command, transport, now);
    case Subject::kQuotas: return ask_quotas_of(command.space, transport);
    case Subject::kDrift: return ask_drift(transport);
    case Subject::kLeaks: return ask_leaks_or_fix(command, transport);
    case Subject::kStatus: return ask_status(transport);
  }
  __builtin_unreachable();
}

Result<std::string> draw(const ShowCommand& command, const Json& answer, const Canvas& canvas) {
  switch (command.subject) {
    case Subject::kTop:
    case Subject::kNodes:
    case Subject::kShares: return draw_books(command, answer, canvas);
    case Subject::kWaiting: return draw_waiting(answer, canvas);
    case Subject::kHistory: return draw_history(answer, canvas);
    case Subject::kQuotas: return draw_quotas(answer, canvas);
    case Subject::kDrift: return draw_drift_list(answer, canvas);
    case Subject::kLeaks: return draw_leaks(answer, canvas);
    case Subject::kStatus: return draw_status(answer, canvas);
  }
  __builtin_unreachable();
}

Look show_once(const ShowCommand& command, Transport& transport, const Screen& screen) {
  const char* name = word_of(command.subject);
  const Result<Json> answer = ask_for(command, transport, screen.canvas.now);
  if (!answer) return {report(name, answer.error(), screen), true};
  const Result<std::string> tables = draw(command, *answer, canvas_for(command.output, screen));
  if (!tables) return {report(name, tables.error(), screen), true};
  print({.answer = *answer, .tables = *tables}, {command.output, command.keeps_watching}, screen);
  return {is_amiss(command, *answer) ? kExitDiffers : kExitFine, false};
}

int show(const ShowCommand& command, const Screen& screen) {
  const Result<std::unique_ptr<HttpClient>> client =
      HttpClient::open(command.service, kServiceHint);
  if (!client) return report(word_of(command.subject), client.error(), screen);
  return again_and_again(command.keeps_watching, screen,
                         [&](const Screen& now) { return show_once(command, **client, now); });
}

}  // namespace npushare::cli
