// Volcano's HTTP extender. Source: spec/volcano-deviceshare.md 5.2, 5.3; docs/reference/http.md.
#include <spdlog/spdlog.h>

#include <string>
#include <utility>

#include "scheduler/app/counting.hpp"
#include "scheduler/app/routes.hpp"
#include "scheduler/volcano/allocate.hpp"
#include "scheduler/volcano/deallocate.hpp"
#include "scheduler/volcano/predicate.hpp"
#include "scheduler/volcano/prioritize.hpp"
#include "scheduler/volcano/quiet_answers.hpp"
#include "scheduler/volcano/session_close.hpp"
#include "scheduler/wire/object_writer.hpp"
#include "scheduler/wire/volcano.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using http::Response;
using Answer = std::string (*)(http::Request&, RouteContext&, CountedCall&);

constexpr std::string_view kPrefix = "/volcano/";
constexpr std::string_view kNotSynced = "npushare: caches not synced";
constexpr int kTryAgain = 2;  // Volcano's code for what may fit later

bool must_wait(const RouteContext& context, CountedCall& counted) {
  if (context.health.questions_wait_for().empty()) return false;
  counted.say(metrics::Outcome::kNotReady);
  return true;
}

/// Volcano asks about each node by itself: only what failed is worth a line of its own.
void log_call(std::string_view verb, const CountedCall& counted, spdlog::level::level_enum level) {
  const verbs::CallNotes& notes = counted.notes;
  spdlog::log(notes.error.empty() ? level : spdlog::level::warn,
              "verb=volcano_{} pod={} node={} nodes={} fit={} error={} ms={:.3f}", verb,
              log_word(notes.pod.text()), log_word(notes.best), notes.nodes, notes.fit,
              wire::quoted(notes.error), counted.ms());
}

void tell(const std::optional<verbs::CallNotes>& round, const RouteContext& context) {
  if (round && context.record != nullptr) context.record->asked(history::Verb::kFilter, *round);
}

std::string predicate(http::Request& request, RouteContext& context, CountedCall& counted) {
  if (must_wait(context, counted)) return wire::write_volcano_verdict(kNotSynced, kTryAgain);
  verbs::CallNotes& notes = counted.notes;
  std::string answer = volcano::predicate(request.text(), context.services, context.trials, notes);
  log_call("predicate", counted, spdlog::level::debug);
  const bool picks_itself = context.services.rules.load()->volcano.is_adviser;
  if (picks_itself && context.volcano_drift != nullptr)
    context.volcano_drift->asked(request.text());
  tell(context.tally.add(notes), context);
  return answer;
}

std::string prioritize(http::Request& request, RouteContext& context, CountedCall& counted) {
  if (must_wait(context, counted)) return wire::write_volcano_no_scores(kNotSynced);
  std::string answer =
      volcano::prioritize(request.text(), context.services, context.trials, counted.notes);
  log_call("prioritize", counted, spdlog::level::info);
  tell(context.tally.finish(), context);
  return answer;
}

std::string allocate(http::Request& request, RouteContext& context, CountedCall& counted) {
  if (must_wait(context, counted)) return wire::write_volcano_event(kNotSynced);
  verbs::CallNotes& notes = counted.notes;
  std::string answer = volcano::allocate(request.text(), context.services, context.trials, notes);
  if (!context.services.leadership.may_write()) counted.say(metrics::Outcome::kNotLeading);
  log_call("allocate", counted, spdlog::level::info);
  tell(context.tally.finish(), context);
  if (context.record != nullptr && context.tally.is_news(notes))
    context.record->asked(history::Verb::kAllocate, notes);
  return answer;
}

std::string deallocate(http::Request& request, RouteContext& context, CountedCall& counted) {
  std::string answer =
      volcano::deallocate(request.text(), context.services, context.trials, counted.notes);
  log_call("deallocate", counted, spdlog::level::info);
  return answer;
}

std::string session_close(http::Request&, RouteContext& context, CountedCall&) {
  volcano::session_close(context.trials);
  tell(context.tally.finish(), context);
  return {};
}

asio::awaitable<Response> ready(Response response) {
  co_return response;
}

http::Handler handler(metrics::Verb verb, Answer answer, RouteContext& context) {
  return [verb, answer, &context](http::Request& request) {
    CountedCall counted(verb, request, context.meters);
    Response response{.body = answer(request, context, counted)};
    return ready(std::move(response));
  };
}

/// The body is not looked at, however long.
http::Handler quiet(std::string_view body, RouteContext& context) {
  return [body, &context](http::Request& request) {
    const CountedCall counted(metrics::Verb::kVolcanoOther, request, context.meters);
    Response response{.body = std::string(body)};
    return ready(std::move(response));
  };
}

}  // namespace

void add_volcano(http::Router& router, RouteContext& context) {
  const auto on = [&router](std::string_view verb, http::Handler answer) {
    router.on("POST", std::string(kPrefix).append(verb), std::move(answer));
  };
  using metrics::Verb;
  on("predicate", handler(Verb::kVolcanoPredicate, predicate, context));
  on("prioritize", handler(Verb::kVolcanoPrioritize, prioritize, context));
  on("allocateFunc", handler(Verb::kVolcanoAllocate, allocate, context));
  on("deallocateFunc", handler(Verb::kVolcanoDeallocate, deallocate, context));
  on("onSessionClose", handler(Verb::kVolcanoOther, session_close, context));
  for (const volcano::QuietAnswer& answer : volcano::kQuietAnswers)
    on(answer.verb, quiet(answer.body, context));
}

}  // namespace npushare
