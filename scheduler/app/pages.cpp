#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "scheduler/app/claim_desk.hpp"
#include "scheduler/app/fingerprint.hpp"
#include "scheduler/app/routes.hpp"
#include "scheduler/http/conditional.hpp"
#include "scheduler/ui/routes.hpp"
#include "scheduler/verbs/explain.hpp"
#include "scheduler/verbs/quota_page.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using http::Response;
using wire::Json;

using Answer = Response (*)(http::Request&, RouteContext&);

enum class Access { kOpen, kAdmin };

struct Page {
  const char* method;
  const char* path;
  const char* query;  // as the index shows it
  Access access;
  Answer answer;
};

Response text_response(unsigned status, std::string body) {
  return {.status = status, .content_type = "text/plain", .body = std::move(body)};
}

unsigned status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalid: return 400;
    case ErrorCode::kNotFound: return 404;
    case ErrorCode::kUnauthorized: return 403;
    case ErrorCode::kTooLarge: return 413;
    case ErrorCode::kConflict: return 409;
    case ErrorCode::kExpired: return 410;
    case ErrorCode::kBusy: return 503;
    case ErrorCode::kTimeout:
    case ErrorCode::kUncertain: return 504;
    case ErrorCode::kInternal: return 500;
  }
  __builtin_unreachable();
}

Response page(const Result<Json>& answer) {
  if (!answer) return http::error_response(status_of(answer.error().code), answer.error().message);
  return {.body = answer->text()};
}

bool asks_for(const http::Request& request, std::string_view name) {
  return std::ranges::any_of(request.query,
                             [name](const auto& pair) { return pair.first == name; });
}

/// The process answers, whatever else is wrong with it: a restart would mend nothing.
Response alive(http::Request&, RouteContext&) {
  return text_response(200, "ok");
}

Response readyz(http::Request& request, RouteContext& context) {
  const std::string waiting = context.health.waits_for();
  const unsigned status = waiting.empty() ? 200 : 503;
  if (asks_for(request, "verbose")) return text_response(status, context.health.page("readyz"));
  return text_response(status, waiting.empty() ? "ok" : "waiting for " + waiting);
}

Response version(http::Request&, RouteContext&) {
  return page(Json(Json::Object{{"version", NPUSHARE_VERSION}}));
}

/// Who has looked before is told in a few bytes that nothing has changed.
Response unless_known(Response response, const http::Request& request) {
  const std::string tag = fingerprint(response.body);
  return http::with_tag(std::move(response), tag, request);
}

Response ledgers(http::Request& request, RouteContext& context) {
  if (asks_for(request, "versions"))
    return unless_known(page(verbs::ledger_versions(context.instance, context.services)), request);
  std::vector<NodeName> only;
  for (const auto& [name, value] : request.query)
    if (name == "node" && !value.empty()) only.emplace_back(value);
  return page(verbs::ledgers(only, context.services));
}

Response explain_pod(http::Request& request, RouteContext& context) {
  PodKey pod{std::string(request.query_value("namespace")),
             std::string(request.query_value("pod"))};
  if (pod.space.empty()) pod.space = "default";
  if (pod.name.empty()) return http::error_response(400, "pod: missing; write ?pod=NAME");
  Result<Json> explained = verbs::explain(pod, context.services);
  if (explained && context.claims != nullptr) context.claims->explain(pod, *explained);
  return page(context.record == nullptr ? explained : context.record->recalled(pod, explained));
}

Response explain_file(http::Request& request, RouteContext& context) {
  return page(verbs::explain_manifest(request.text(), context.services));
}

Response not_remembered() {
  return http::error_response(404, "this service remembers no decisions");
}

Response decisions(http::Request& request, RouteContext& context) {
  if (context.record == nullptr) return not_remembered();
  Response list = page(context.record->decisions_page(
      request.query_value("limit"), request.query_value("pod"), request.query_value("verb")));
  return unless_known(std::move(list), request);
}

Response waiting(http::Request& request, RouteContext& context) {
  if (context.record == nullptr) return not_remembered();
  return unless_known(page(context.record->waiting_page()), request);
}

Response quotas(http::Request& request, RouteContext& context) {
  return unless_known(page(verbs::quota_page(context.services.quotas)), request);
}

Response drift(http::Request&, RouteContext& context) {
  Json list = Json::array();
  for (const sync::Drift& entry : context.sync.drift()) {
    list.push_back(
        Json::Object{{"kind", entry.kind}, {"object", entry.object}, {"detail", entry.detail}});
  }
  return page(Json(Json::Object{{"drift", std::move(list)}}));
}

Response no_claims() {
  return http::error_response(404, "this service does not look after claims");
}

Response leaks(http::Request&, RouteContext& context) {
  return context.claims == nullptr ? no_claims() : page(context.claims->leaks());
}

Response configuration(http::Request&, RouteContext& context) {
  return page(context.config.page());
}

Response metrics(http::Request&, RouteContext& context) {
  if (context.metrics == nullptr) return http::error_response(404, "this service counts nothing");
  return context.metrics->answer();
}

Response index(http::Request&, RouteContext&);

constexpr std::array kPages{
    Page{"GET", "/v1/ledgers", "?node=|versions", Access::kAdmin, ledgers},
    Page{"GET", "/v1/explain", "?namespace=&pod=", Access::kAdmin, explain_pod},
    Page{"POST", "/v1/explain", "", Access::kAdmin, explain_file},
    Page{"GET", "/v1/decisions", "?limit=&pod=NAMESPACE/NAME&verb=", Access::kAdmin, decisions},
    Page{"GET", "/v1/waiting", "", Access::kAdmin, waiting},
    Page{"GET", "/v1/quotas", "", Access::kAdmin, quotas},
    Page{"GET", "/v1/drift", "", Access::kAdmin, drift},
    Page{"GET", "/v1/leaks", "", Access::kAdmin, leaks},
    Page{"GET", "/v1/config", "", Access::kAdmin, configuration},
    Page{"GET", "/metrics", "", Access::kAdmin, metrics},
    Page{"GET", "/healthz", "", Access::kOpen, alive},
    Page{"GET", "/livez", "", Access::kOpen, alive},
    Page{"GET", "/readyz", "?verbose", Access::kOpen, readyz},
    Page{"GET", "/version", "", Access::kOpen, version},
    Page{"GET", "/", "", Access::kOpen, index},
};

Response index(http::Request&, RouteContext&) {
  Json list = Json::array();
  for (const char* verb : {"filter", "prioritize", "preempt", "bind"})
    list.push_back("POST /" + std::string(verb));
  for (const Page& entry : kPages)
    list.push_back(std::string(entry.method) + " " + entry.path + entry.query);
  list.push_back("POST /v1/leaks?policy=delete-own|delete-hami-shaped");
  list.push_back("GET /ui");
  return page(Json(Json::Object{{"endpoints", std::move(list)}}));
}

asio::awaitable<Response> answer(const Page& entry, http::Request& request, RouteContext& context) {
  if (entry.access == Access::kAdmin && context.admin != nullptr) {
    auto asking = context.admin->refusal(request);
    std::optional<Response> refusal = co_await std::move(asking);
    if (refusal) co_return *std::move(refusal);
  }
  co_return entry.answer(request, context);
}

/// One run of the repair; whoever may ask for it may delete claims by our account.
asio::awaitable<Response> fix_leaks(http::Request& request, RouteContext& context) {
  if (context.admin != nullptr) {
    auto asking = context.admin->refusal(request);
    std::optional<Response> refusal = co_await std::move(asking);
    if (refusal) co_return *std::move(refusal);
  }
  if (context.claims == nullptr) co_return no_claims();
  const std::string policy(request.query_value("policy"));
  if (!policy.empty() && policy != "delete-own" && policy != "delete-hami-shaped")
    co_return http::error_response(
        400, "policy: unknown; write ?policy=delete-own or ?policy=delete-hami-shaped");
  auto fixing =
      context.claims->fix(policy == "delete-hami-shaped" ? dra::LeakPolicy::kDeleteHamiShaped
                                                         : dra::LeakPolicy::kDeleteOwn);
  const Json report = co_await std::move(fixing);
  co_return page(report);
}

}  // namespace

void add_pages(http::Router& router, RouteContext& context) {
  for (const Page& entry : kPages)
    router.on(entry.method, entry.path, [&entry, &context](http::Request& request) {
      return answer(entry, request, context);
    });
  router.on("POST", "/v1/leaks",
            [&context](http::Request& request) { return fix_leaks(request, context); });
  ui::add_routes(router);
}

}  // namespace npushare
