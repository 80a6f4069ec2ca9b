// What an API server asks before it writes. Source: docs/webhook.md; docs/reference/http.md.
#include <spdlog/spdlog.h>

#include <string>
#include <utility>

#include "scheduler/app/counting.hpp"
#include "scheduler/app/routes.hpp"
#include "scheduler/app/webhook_time.hpp"
#include "scheduler/verbs/admit.hpp"
#include "scheduler/wire/admission.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using http::Response;
using wire::AdmissionRequest;

wire::Denial denial_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::kBusy:
    case ErrorCode::kTimeout:
    case ErrorCode::kUncertain:
    case ErrorCode::kInternal: return {503, "ServiceUnavailable", error.message};
    case ErrorCode::kInvalid:
    case ErrorCode::kNotFound:
    case ErrorCode::kConflict:
    case ErrorCode::kExpired:
    case ErrorCode::kUnauthorized:
    case ErrorCode::kTooLarge: return {409, "Conflict", error.message};
  }
  __builtin_unreachable();
}

Response reply(const wire::AdmissionAnswer& answer) {
  return {.body = wire::write_admission(answer)};
}

/// Whoever configured this meant well: what is no Binding is none of our business.
Response let_pass(const AdmissionRequest& asked) {
  return reply({.uid = asked.uid,
                .warnings = {"npushare looks at CREATE of pods/binding and of bindings only; this "
                             "webhook's rules send it " +
                             asked.operation + " of " + asked.resource +
                             (asked.subresource.empty() ? "" : "/" + asked.subresource)}});
}

struct Told {
  std::string patch{};
  std::string error{};
};

void log_admission(spdlog::level::level_enum level, const AdmissionRequest& asked, const Told& told,
                   const CountedCall& counted) {
  spdlog::log(level, "verb=admit pod={} node={} user={} dry_run={} changed={} error={} ms={:.3f}",
              log_word(asked.pod.text()), log_word(asked.node.text()), log_word(asked.user),
              asked.is_dry_run, !told.patch.empty(), wire::quoted(told.error), counted.ms());
}

/// Whoever waits at a replica that does not lead, or knows too little, is to ask another one.
Response deny(const AdmissionRequest& asked, const Error& error, const RouteContext& context,
              CountedCall& counted) {
  const bool leads = context.services.leadership.may_write();
  const bool is_ready = context.health.questions_wait_for().empty();
  if (!leads) {
    counted.say(metrics::Outcome::kNotLeading);
  } else {
    counted.say(is_ready ? metrics::Outcome::kError : metrics::Outcome::kNotReady);
  }
  log_admission(spdlog::level::warn, asked, {.error = error.message}, counted);
  Response response = reply({.uid = asked.uid, .denial = denial_of(error)});
  response.close = !leads || !is_ready;
  return response;
}

void remember(const AdmissionRequest& asked, const Result<verbs::Admission>& admitted,
              const RouteContext& context) {
  const bool is_ours = !admitted || !admitted->marks.empty();
  if (context.record == nullptr || asked.is_dry_run || !is_ours) return;
  context.record->admitted(
      {.pod = asked.pod, .uid = admitted ? admitted->uid : asked.pod_uid, .node = asked.node},
      admitted ? Result<>{} : admitted.error());
}

asio::awaitable<Response> admit(http::Request& request, RouteContext& context) {
  const Running running(context.running);
  CountedCall counted(metrics::Verb::kAdmit, request, context.meters);
  const Result<AdmissionRequest> asked = wire::read_admission(request.text());
  if (!asked) {
    counted.say(metrics::Outcome::kError);
    co_return http::error_response(400, "AdmissionReview: " + asked.error().message);
  }
  if (!asked->is_binding()) co_return let_pass(*asked);

  verbs::AdmitCall call{
      .asked = *asked,
      .by = webhook_deadline(request, context.services.clock),
      .waits_for = context.health.questions_wait_for(),
      .has_left = [caller = request.caller] { return caller != nullptr && caller->has_left(); }};
  auto admitting = verbs::admit(std::move(call), context.services);
  const Result<verbs::Admission> admitted = co_await std::move(admitting);
  remember(*asked, admitted, context);
  if (!admitted) co_return deny(*asked, admitted.error(), context, counted);
  // Every pod of the cluster comes this way; those without NPUs are not worth a line.
  const auto level = admitted->wants_npu ? spdlog::level::info : spdlog::level::debug;
  const PodUid uid = admitted->wants_npu ? admitted->uid : PodUid{};
  std::string patch = wire::write_binding_patch(*asked, admitted->marks, uid);
  log_admission(level, *asked, {.patch = patch}, counted);
  co_return reply({.uid = asked->uid, .patch = std::move(patch)});
}

}  // namespace

void add_webhooks(http::Router& router, RouteContext& context) {
  router.on("POST", "/webhook/bindings",
            [&context](http::Request& request) { return admit(request, context); });
}

}  // namespace npushare
