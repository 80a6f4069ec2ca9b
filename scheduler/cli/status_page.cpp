#include "scheduler/cli/status_page.hpp"

#include <sstream>

#include "scheduler/cli/ledger_view.hpp"
#include "scheduler/cli/service.hpp"
#include "scheduler/cli/table.hpp"

namespace npushare::cli {
namespace {

using wire::Json;

/// "[+]nodes ok", "[-]leadership: held by X", "[!]certificate: ends soon"; null for another line.
Json check_of(const std::string& line) {
  constexpr std::size_t kMark = 3;
  if (line.size() <= kMark || line[0] != '[' || line[2] != ']') return {};
  const std::string rest = line.substr(kMark);
  const std::size_t end = rest.find_first_of(": ");
  const std::string name = rest.substr(0, end);
  std::string says = end == std::string::npos ? std::string() : rest.substr(end + 1);
  says.erase(0, says.find_first_not_of(' '));
  if (says.starts_with("ok: ")) says.erase(0, 4);  // that stands in the state
  const char* state = line[1] == '+' ? "ok" : line[1] == '-' ? "waits" : "warns";
  return Json::Object{{"name", name}, {"state", state}, {"says", says}};
}

Json checks_of(const std::string& page) {
  Json checks = Json::array();
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);)
    if (Json check = check_of(line); !check.is_null()) checks.push_back(std::move(check));
  return checks;
}

/// The leader is ready: /readyz knows nothing of leadership where there is one replica.
std::string leader_of(const Json& status) {
  for (const Json& check : status["checks"].items()) {
    if (check["name"].string() != "leadership") continue;
    return check["state"].string() == "ok" ? "this replica" : text_at(check, "says");
  }
  return "this replica, the only one";
}

Tone tone_of(const std::string& state) {
  if (state == "waits") return Tone::kBad;
  return state == "warns" ? Tone::kWarning : Tone::kGood;
}

std::string draw_checks(const Json& checks, const Canvas& canvas) {
  Table table({{.title = "CHECK"}, {.title = "STATE"}, {.title = "SAYS"}}, 0);
  for (const Json& check : checks.items()) {
    const std::string state = text_at(check, "state");
    const std::string says = text_at(check, "says");
    table.add({{text_at(check, "name")}, {state, tone_of(state)}, {says == "ok" ? "" : says}});
  }
  return table.draw(canvas);
}

std::string draw_sources(const Json& config, const Canvas& canvas) {
  Table table({{.title = "CONFIGURATION"},
               {.title = "FROM", .squeeze = Squeeze::kMayShrink},
               {.title = "APPLIED"},
               {.title = "REFUSED"}},
              0);
  for (const Json& source : config["sources"].items()) {
    const std::string error = text_at(source, "error");
    table.add({{text_at(source, "name")},
               {text_at(source, "from")},
               {text_at(source, "appliedAt")},
               {error.empty() ? "-" : error, error.empty() ? Tone::kPlain : Tone::kBad}});
  }
  std::string out = table.draw(canvas);
  for (const Json& change : config["needsRestart"].items())
    out +=
        wrapped(text_at(change, "field") + " waits for a restart: " + text_at(change, "inForce") +
                    " is in force, " + text_at(change, "written") + " is written",
                0, canvas.columns);
  return out;
}

}  // namespace

Result<Json> ask_status(Transport& transport) {
  kube::Call call;
  call.target = "/readyz?verbose";
  const Result<kube::Reply> reply = transport.send(std::move(call));
  if (!reply) return reply.error();
  kube::Call asking;
  asking.target = "/v1/config";
  const Result<Json> config = ask(transport, std::move(asking));
  if (!config) return config.error();
  Json checks = checks_of(reply->body);
  if (checks.items().empty())
    return Error{ErrorCode::kInternal, "/readyz shows no check; is this an npushare?"};
  return Json(Json::Object{
      {"ready", reply->status == 200}, {"checks", std::move(checks)}, {"config", *config}});
}

std::string draw_status(const Json& status, const Canvas& canvas) {
  const bool is_ready = status["ready"].boolean();
  const Json& settings = status["config"]["settings"];
  std::string out =
      canvas.style.paint(is_ready ? Tone::kGood : Tone::kBad, is_ready ? "ready" : "not ready");
  out += "\nleader: " + leader_of(status);
  out += "\npolicy in force: nodes by " + text_at(settings, "policy.node") + ", chips by " +
         text_at(settings, "policy.chip") + " (configuration version " +
         std::to_string(status["config"]["version"].integer()) + ")\n";
  return out + '\n' + draw_checks(status["checks"], canvas) + '\n' +
         draw_sources(status["config"], canvas);
}

}  // namespace npushare::cli
