#include "scheduler/app/routes.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "scheduler/app/counting.hpp"
#include "scheduler/sync/nudges.hpp"
#include "scheduler/verbs/filter.hpp"
#include "scheduler/verbs/preempt.hpp"
#include "scheduler/verbs/prioritize.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using http::Response;

using Answer = Response (*)(http::Request&, RouteContext&, CountedCall&);

constexpr std::string_view kNotSynced = "npushare: caches not synced";
constexpr std::string_view kNotLeading = "npushare: another replica leads; it binds";

Response json_response(std::string body) {
  return {.body = std::move(body)};
}

bool must_wait(const RouteContext& context, CountedCall& counted) {
  if (context.health.questions_wait_for().empty()) return false;
  counted.say(metrics::Outcome::kNotReady);
  return true;
}

void log_question(std::string_view verb, const CountedCall& counted) {
  const verbs::CallNotes& notes = counted.notes;
  if (notes.error.empty()) {
    spdlog::info("verb={} pod={} nodes={} fit={} ms={:.3f}", verb, log_word(notes.pod.text()),
                 notes.nodes, notes.fit, counted.ms());
  } else {
    spdlog::warn("verb={} pod={} nodes={} error={} ms={:.3f}", verb, log_word(notes.pod.text()),
                 notes.nodes, wire::quoted(notes.error), counted.ms());
  }
}

void note(history::Verb verb, const verbs::CallNotes& notes, const RouteContext& context) {
  if (context.record != nullptr) context.record->asked(verb, notes);
}

/// A spent quota is the reason on every node.
sync::Nudges::Want want_of(const verbs::CallNotes& notes) {
  const bool is_spent = notes.reasons.of(Reason::kQuotaSpent) > 0;
  return is_spent ? sync::Nudges::Want::kQuota : sync::Nudges::Want::kRoom;
}

Response filter(http::Request& request, RouteContext& context, CountedCall& counted) {
  if (must_wait(context, counted)) return json_response(wire::write_filter_error(kNotSynced));
  verbs::CallNotes& notes = counted.notes;
  wire::ReplyText answer = verbs::filter(request.text(), context.services, &notes);
  log_question("filter", counted);
  note(history::Verb::kFilter, notes, context);
  if (notes.is_refusal()) context.sync.nudges().refused(notes.pod, want_of(notes));
  return {.body = std::move(answer.text), .splices = std::move(answer.splices)};
}

Response prioritize(http::Request& request, RouteContext& context, CountedCall& counted) {
  if (must_wait(context, counted)) return http::error_response(503, kNotSynced);
  verbs::CallNotes& notes = counted.notes;
  Result<std::string> scores = verbs::prioritize(request.text(), context.services, &notes);
  if (!scores) notes.error = scores.error().message;
  log_question("prioritize", counted);
  note(history::Verb::kPrioritize, notes, context);
  if (!scores) return http::error_response(400, scores.error().message);
  return json_response(*std::move(scores));
}

Response preempt(http::Request& request, RouteContext& context, CountedCall& counted) {
  if (must_wait(context, counted)) return http::error_response(503, kNotSynced);
  verbs::CallNotes& notes = counted.notes;
  const std::shared_ptr<const verbs::Budgets> budgets = context.watches.budgets();
  Result<std::string> victims = verbs::preempt(request.text(), context.services, *budgets, &notes);
  if (!victims) notes.error = victims.error().message;
  log_question("preempt", counted);
  note(history::Verb::kPreempt, notes, context);
  if (!victims) return http::error_response(400, victims.error().message);
  return json_response(*std::move(victims));
}

/// The connection is closed, so that the scheduler's next one reaches the leader.
Response not_leading(CountedCall& counted) {
  counted.say(metrics::Outcome::kNotLeading);
  Response response = http::error_response(503, kNotLeading);
  response.close = true;
  return response;
}

asio::awaitable<Response> bind(http::Request& request, RouteContext& context) {
  const Running running(context.running);
  CountedCall counted(metrics::Verb::kBind, request, context.meters);
  if (!context.services.leadership.may_write()) co_return not_leading(counted);
  if (must_wait(context, counted)) co_return json_response(wire::write_bind_answer(kNotSynced));
  const Result<wire::BindArgs> call = wire::read_bind_args(request.text());
  if (!call) {
    counted.say(metrics::Outcome::kError);
    co_return json_response(wire::write_bind_answer("bad request: " + call.error().message));
  }

  verbs::HasLeft has_left = [caller = request.caller] {
    return caller != nullptr && caller->has_left();
  };
  const bool is_noted = context.record != nullptr && context.record->concerns(*call);
  auto binding = context.calls.bind(*call, context.services, std::move(has_left));
  const Result<> bound = co_await std::move(binding);
  if (is_noted) context.record->bound(*call, bound);
  if (!bound) counted.say(metrics::Outcome::kError);
  if (context.meters != nullptr) context.meters->bound(bound);
  const std::string error = bound ? std::string{} : bound.error().message;
  spdlog::log(bound ? spdlog::level::info : spdlog::level::warn,
              "verb=bind pod={} node={} error={} ms={:.3f}", log_word(call->pod.text()),
              log_word(call->node.text()), wire::quoted(error), counted.ms());
  co_return json_response(wire::write_bind_answer(error));
}

asio::awaitable<Response> ready(Response response) {
  co_return response;
}

http::Handler handler(metrics::Verb verb, Answer answer, RouteContext& context) {
  return [verb, answer, &context](http::Request& request) {
    CountedCall counted(verb, request, context.meters);
    return ready(answer(request, context, counted));
  };
}

}  // namespace

std::string log_word(std::string text) {
  std::ranges::replace_if(text, [](unsigned char c) { return c <= ' ' || c == 0x7f; }, '?');
  return text;
}

void InFlight::enter() {
  const std::lock_guard lock(mutex_);
  ++running_;
}

void InFlight::leave() {
  const std::lock_guard lock(mutex_);
  if (--running_ == 0) idle_.notify_all();
}

std::size_t InFlight::count() const {
  const std::lock_guard lock(mutex_);
  return running_;
}

void InFlight::wait_until_idle(std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  idle_.wait_for(lock, at_most, [this] { return running_ == 0; });
}

http::Router make_routes(RouteContext& context) {
  http::Router router;
  for (const std::string prefix : {"", "/scheduler"}) {
    router.on("POST", prefix + "/filter", handler(metrics::Verb::kFilter, filter, context))
        .on("POST", prefix + "/prioritize",
            handler(metrics::Verb::kPrioritize, prioritize, context))
        .on("POST", prefix + "/preempt", handler(metrics::Verb::kPreempt, preempt, context))
        .on("POST", prefix + "/bind",
            [&context](http::Request& request) { return bind(request, context); });
  }
  add_webhooks(router, context);
  add_pod_webhooks(router, context);
  add_volcano(router, context);
  add_pages(router, context);
  return router;
}

}  // namespace npushare
