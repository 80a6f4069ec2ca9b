#include "scheduler/app_routes.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "scheduler/verbs/explain.hpp"
#include "scheduler/verbs/filter.hpp"
#include "scheduler/verbs/prioritize.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using http::Response;
using wire::Json;

using Answer = Response (*)(http::Request&, RouteContext&);

constexpr std::string_view kNotSynced = "npushare: caches not synced";

Response json_response(std::string body) {
  return {.body = std::move(body)};
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
  return json_response(answer->text());
}

class Stopwatch {
 public:
  double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// One word of a log line: what came from outside starts no new line and no new field.
std::string word(std::string text) {
  std::ranges::replace_if(text, [](unsigned char c) { return c <= ' ' || c == 0x7f; }, '?');
  return text;
}

std::string quoted(std::string_view text) {
  std::string out;
  wire::append_quoted(out, text);
  return out;
}

void log_question(std::string_view verb, const verbs::CallNotes& notes, const Stopwatch& watch) {
  if (notes.error.empty()) {
    spdlog::info("verb={} pod={} nodes={} fit={} ms={:.3f}", verb, word(notes.pod.text()),
                 notes.nodes, notes.fit, watch.ms());
  } else {
    spdlog::warn("verb={} pod={} nodes={} error={} ms={:.3f}", verb, word(notes.pod.text()),
                 notes.nodes, quoted(notes.error), watch.ms());
  }
}

Response filter(http::Request& request, RouteContext& context) {
  if (!context.waiting_for().empty()) return json_response(wire::write_filter_error(kNotSynced));
  const Stopwatch watch;
  verbs::CallNotes notes;
  std::string body = verbs::filter(request.text(), context.services, &notes);
  log_question("filter", notes, watch);
  if (notes.is_refusal()) context.sync.refused(notes.pod);
  return json_response(std::move(body));
}

Response prioritize(http::Request& request, RouteContext& context) {
  if (!context.waiting_for().empty()) return http::error_response(503, kNotSynced);
  const Stopwatch watch;
  verbs::CallNotes notes;
  Result<std::string> scores = verbs::prioritize(request.text(), context.services, &notes);
  if (!scores) notes.error = scores.error().message;
  log_question("prioritize", notes, watch);
  if (!scores) return http::error_response(400, scores.error().message);
  return json_response(*std::move(scores));
}

/// Counts a bind as running for as long as its coroutine lives.
class Running {
 public:
  explicit Running(InFlight& running) : running_(running) { running_.enter(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() { running_.leave(); }

 private:
  InFlight& running_;
};

asio::awaitable<Response> bind(http::Request& request, RouteContext& context) {
  const Running running(context.running);
  if (!context.waiting_for().empty()) co_return json_response(wire::write_bind_answer(kNotSynced));
  const Stopwatch watch;
  const Result<wire::BindArgs> call = wire::read_bind_args(request.text());
  if (!call)
    co_return json_response(wire::write_bind_answer("bad request: " + call.error().message));

  auto binding = context.calls.bind(*call, context.services);
  const Result<> bound = co_await std::move(binding);
  const std::string error = bound ? std::string{} : bound.error().message;
  spdlog::log(bound ? spdlog::level::info : spdlog::level::warn,
              "verb=bind pod={} node={} error={} ms={:.3f}", word(call->pod.text()),
              word(call->node.text()), quoted(error), watch.ms());
  co_return json_response(wire::write_bind_answer(error));
}

Response healthz(http::Request&, RouteContext&) {
  return {.content_type = "text/plain", .body = "ok"};
}

Response readyz(http::Request&, RouteContext& context) {
  const std::string waiting = context.waiting_for();
  if (waiting.empty()) return {.content_type = "text/plain", .body = "ok"};
  return {.status = 503, .content_type = "text/plain", .body = "waiting for " + waiting};
}

Response version(http::Request&, RouteContext&) {
  return json_response(Json(Json::Object{{"version", NPUSHARE_VERSION}}).text());
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
  return json_response(Json(Json::Object{{"drift", std::move(list)}}).text());
}

Response index(http::Request&, RouteContext&) {
  Json list = Json::array();
  for (const char* endpoint :
       {"POST /filter", "POST /prioritize", "POST /bind",
        "GET /v1/ledgers?node=", "GET /v1/explain?namespace=&pod=", "POST /v1/explain",
        "GET /v1/drift", "GET /healthz", "GET /readyz", "GET /version"})
    list.push_back(endpoint);
  return json_response(Json(Json::Object{{"endpoints", std::move(list)}}).text());
}

asio::awaitable<Response> ready(Response response) {
  co_return response;
}

http::Handler handler(Answer answer, RouteContext& context) {
  return [answer, &context](http::Request& request) { return ready(answer(request, context)); };
}

}  // namespace

std::string RouteContext::waiting_for() const {
  return is_stopping.load() ? "the end" : sync.waiting_for();
}

void InFlight::enter() {
  const std::lock_guard lock(mutex_);
  ++running_;
}

void InFlight::leave() {
  const std::lock_guard lock(mutex_);
  if (--running_ == 0) idle_.notify_all();
}

void InFlight::wait_until_idle(std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  idle_.wait_for(lock, at_most, [this] { return running_ == 0; });
}

http::Router make_routes(RouteContext& context) {
  http::Router router;
  for (const std::string prefix : {"", "/scheduler"}) {
    router.on("POST", prefix + "/filter", handler(filter, context));
    router.on("POST", prefix + "/prioritize", handler(prioritize, context));
    router.on("POST", prefix + "/bind",
              [&context](http::Request& request) { return bind(request, context); });
  }
  router.on("GET", "/healthz", handler(healthz, context))
      .on("GET", "/readyz", handler(readyz, context))
      .on("GET", "/version", handler(version, context))
      .on("GET", "/v1/ledgers", handler(ledgers, context))
      .on("GET", "/v1/explain", handler(explain_pod, context))
      .on("POST", "/v1/explain", handler(explain_file, context))
      .on("GET", "/v1/drift", handler(drift, context))
      .on("GET", "/", handler(index, context));
  return router;
}

}  // namespace npushare
