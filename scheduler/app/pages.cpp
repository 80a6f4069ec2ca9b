#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "scheduler/app/routes.hpp"
#include "scheduler/verbs/explain.hpp"

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

Response ledgers(http::Request& request, RouteContext& context) {
  const std::string_view node = request.query_value("node");
  return page(verbs::ledgers(node.empty() ? std::nullopt : std::optional(NodeName{node}),
                             context.services));
}

Response explain_pod(http::Request& request, RouteContext& context) {
  PodKey pod{std::string(request.query_value("namespace")),
             std::string(request.query_value("pod"))};
  if (pod.space.empty()) pod.space = "default";
  if (pod.name.empty()) return http::error_response(400, "pod: missing; write ?pod=NAME");
  return page(verbs::explain(pod, context.services));
}

Response explain_file(http::Request& request, RouteContext& context) {
  return page(verbs::explain_manifest(request.text(), context.services));
}

Response drift(http::Request&, RouteContext& context) {
  Json list = Json::array();
  for (const sync::Drift& entry : context.sync.drift()) {
    list.push_back(
        Json::Object{{"kind", entry.kind}, {"object", entry.object}, {"detail", entry.detail}});
  }
  return page(Json(Json::Object{{"drift", std::move(list)}}));
}

Response configuration(http::Request&, RouteContext& context) {
  return page(context.config.page());
}

Response index(http::Request&, RouteContext&);

constexpr std::array kPages{
    Page{"GET", "/v1/ledgers", "?node=", Access::kAdmin, ledgers},
    Page{"GET", "/v1/explain", "?namespace=&pod=", Access::kAdmin, explain_pod},
    Page{"POST", "/v1/explain", "", Access::kAdmin, explain_file},
    Page{"GET", "/v1/drift", "", Access::kAdmin, drift},
    Page{"GET", "/v1/config", "", Access::kAdmin, configuration},
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

}  // namespace

void add_pages(http::Router& router, RouteContext& context) {
  for (const Page& entry : kPages)
    router.on(entry.method, entry.path, [&entry, &context](http::Request& request) {
      return answer(entry, request, context);
    });
}

}  // namespace npushare
