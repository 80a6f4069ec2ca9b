// What an API server asks about pods before it stores or deletes them. Source: docs/dra.md;
// docs/reference/http.md.
#include <spdlog/spdlog.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "scheduler/app/claim_fit.hpp"
#include "scheduler/app/counting.hpp"
#include "scheduler/app/pod_converter.hpp"
#include "scheduler/app/routes.hpp"
#include "scheduler/app/webhook_time.hpp"
#include "scheduler/wire/object_writer.hpp"
#include "scheduler/wire/pod_review.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using http::Response;
using wire::PodReview;

wire::Denial denial_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalid:
    case ErrorCode::kTooLarge: return {400, "BadRequest", error.message};
    case ErrorCode::kConflict:
    case ErrorCode::kExpired: return {409, "Conflict", error.message};
    case ErrorCode::kBusy:
    case ErrorCode::kTimeout:
    case ErrorCode::kUncertain: return {503, "ServiceUnavailable", error.message};
    case ErrorCode::kInternal:
    case ErrorCode::kNotFound:
    case ErrorCode::kUnauthorized: return {500, "InternalError", error.message};
  }
  __builtin_unreachable();
}

Response reply(const wire::AdmissionAnswer& answer) {
  return {.body = wire::write_admission(answer)};
}

Response let_pass(const PodReview& asked, const char* wanted) {
  return reply(
      {.uid = asked.uid,
       .warnings = {std::string("npushare looks at ") + wanted +
                    " of pods here; this webhook's rules send it " + asked.operation + " of " +
                    asked.resource + (asked.subresource.empty() ? "" : "/" + asked.subresource)}});
}

void log_conversion(const PodReview& asked, std::size_t objects, const std::string& error,
                    const CountedCall& counted) {
  const bool is_worth_a_line = objects > 0 || !error.empty();
  const auto level = error.empty() ? spdlog::level::info : spdlog::level::warn;
  spdlog::log(is_worth_a_line ? level : spdlog::level::debug,
              "verb=convert pod={} user={} dry_run={} objects={} error={} ms={:.3f}",
              log_word(asked.pod.text()), log_word(asked.user), asked.is_dry_run, objects,
              wire::quoted(error), counted.ms());
}

Response unread(const Error& error, CountedCall& counted) {
  counted.say(metrics::Outcome::kError);
  return http::error_response(400, "AdmissionReview: " + error.message);
}

asio::awaitable<Response> create(http::Request& request, RouteContext& context, OptIn opt_in) {
  const Running running(context.running);
  CountedCall counted(metrics::Verb::kConvert, request, context.meters);
  Result<PodReview> asked = wire::read_pod_review(request.text());
  if (!asked) co_return unread(asked.error(), counted);
  if (!asked->is("CREATE")) co_return let_pass(*asked, "CREATE");

  auto converting =
      context.converter->created(*asked, opt_in, webhook_deadline(request, context.services.clock));
  Result<PodConverter::Done> done = co_await std::move(converting);
  if (!done) {
    counted.say(metrics::Outcome::kError);
    log_conversion(*asked, 0, done.error().message, counted);
    co_return reply({.uid = asked->uid, .denial = denial_of(done.error())});
  }
  log_conversion(*asked, done->objects, "", counted);
  co_return reply(
      {.uid = asked->uid, .patch = std::move(done->patch), .warnings = std::move(done->warnings)});
}

/// Never in the way of a deletion.
asio::awaitable<Response> remove(http::Request& request, RouteContext& context) {
  CountedCall counted(metrics::Verb::kConvert, request, context.meters);
  const Result<PodReview> asked = wire::read_pod_review(request.text());
  if (!asked) co_return unread(asked.error(), counted);
  if (!asked->is("DELETE")) co_return let_pass(*asked, "DELETE");
  context.converter->deleted(*asked);
  co_return reply({.uid = asked->uid});
}

constexpr std::chrono::seconds kForFit{10};

/// Body: {"claims": [ResourceClaim, ...]}, all of one pod.
asio::awaitable<Response> fit(http::Request& request, RouteContext& context) {
  if (context.admin != nullptr) {
    auto asking = context.admin->refusal(request);
    std::optional<Response> refusal = co_await std::move(asking);
    if (refusal) co_return *std::move(refusal);
  }
  const Result<wire::Json> body = wire::Json::parse(request.text());
  if (!body || !(*body)["claims"].is_array())
    co_return http::error_response(400, "claims: missing; a list of ResourceClaims is expected");
  auto asking = ask_fit(context.converter->client(), (*body)["claims"].items(),
                        context.services.clock.now() + kForFit);
  const Result<wire::Json> answer = co_await std::move(asking);
  if (answer) co_return Response{.body = answer->text()};
  const auto code = static_cast<unsigned>(denial_of(answer.error()).code);
  const bool is_unknown = answer.error().code == ErrorCode::kNotFound;
  co_return http::error_response(is_unknown ? 404 : code, answer.error().message);
}

}  // namespace

void add_pod_webhooks(http::Router& router, RouteContext& context) {
  const auto converting = [&context](OptIn opt_in) {
    return [&context, opt_in](http::Request& request) { return create(request, context, opt_in); };
  };
  router.on("POST", "/webhook/mutate-pods", converting(OptIn::kByLabel))
      .on("POST", "/webhook/mutate-pods/all", converting(OptIn::kAll))
      .on("POST", "/webhook/validate-pods",
          [&context](http::Request& request) { return remove(request, context); })
      .on("POST", "/v1/claims/fit",
          [&context](http::Request& request) { return fit(request, context); });
}

}  // namespace npushare
