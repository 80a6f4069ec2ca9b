#include "scheduler/app/record.hpp"

#include <utility>

#include "scheduler/history/decision_page.hpp"
#include "scheduler/verbs/explain.hpp"
#include "scheduler/verbs/node_explanation.hpp"

namespace npushare {
namespace {

using history::Decision;
using history::Outcome;
using history::Verb;
using wire::Json;

/// A call that failed and one that found no node are both refusals to the pod: it stays pending.
Outcome outcome_of(Verb verb, const verbs::CallNotes& notes) {
  if (notes.nodes > 0 && notes.fit == 0) return Outcome::kRefused;
  if (!notes.error.empty()) return Outcome::kError;
  const bool is_held = verb == Verb::kPrioritize || verb == Verb::kAllocate;
  return is_held && !notes.best.empty() ? Outcome::kHeld : Outcome::kPlaced;
}

Outcome outcome_of(const Result<>& bound) {
  if (bound) return Outcome::kBound;
  switch (bound.error().code) {
    case ErrorCode::kUncertain: return Outcome::kUncertain;
    case ErrorCode::kInvalid:
    case ErrorCode::kNotFound:
    case ErrorCode::kConflict:
    case ErrorCode::kExpired:
    case ErrorCode::kTooLarge:
    case ErrorCode::kBusy: return Outcome::kRefused;
    case ErrorCode::kUnauthorized:
    case ErrorCode::kTimeout:
    case ErrorCode::kInternal: return Outcome::kError;
  }
  __builtin_unreachable();
}

std::string wish_of(const history::WaitingPod& waiting, const verbs::Services& with) {
  const auto pod = with.pods.find(waiting.last.pod);
  if (!pod || pod->uid != waiting.last.uid) return {};
  const auto question = verbs::read_question(*pod, *with.rules.load());
  return question ? verbs::asks_text(question->request) : std::string();
}

}  // namespace

Record::Record(With with)
    : with_(std::move(with)),
      log_(with_.limits),
      refusals_(with_.services,
                [this](const PodKey& pod, const PodUid& uid, const std::string& text) {
                  log_.describe(pod, uid, text);
                  waiting_.describe(uid, text);
                  if (with_.tell) with_.tell(pod, uid, text);
                }) {}

Decision Record::decision_of(Verb verb, const verbs::CallNotes& notes) const {
  return {.at = with_.services.clock.wall(),
          .verb = verb,
          .outcome = outcome_of(verb, notes),
          .pod = notes.pod,
          .uid = notes.uid,
          .node = NodeName{notes.best},
          .message = notes.error,
          .nodes = static_cast<std::uint32_t>(notes.nodes),
          .fits = static_cast<std::uint32_t>(notes.fit),
          .reasons = notes.reasons};
}

void Record::asked(Verb verb, const verbs::CallNotes& notes) {
  if (!notes.wants_npu || notes.pod.name.empty()) return;
  Decision decision = decision_of(verb, notes);
  const bool is_refusal = decision.outcome == Outcome::kRefused;
  if (verb == Verb::kFilter && is_refusal) {
    waiting_.refused(decision);
    refusals_.refused(notes);
  } else if (verb == Verb::kFilter) {
    waiting_.placed(decision.uid);
  }
  log_.note(std::move(decision));
}

bool Record::concerns(const wire::BindArgs& call) const {
  const auto pod = with_.services.pods.find(call.pod);
  if (!pod || pod->uid != call.uid || !pod->node.empty()) return true;
  const auto question = verbs::read_question(*pod, *with_.services.rules.load());
  return !question || question->request.wants_npu();
}

void Record::bound(const wire::BindArgs& call, const Result<>& outcome) {
  Decision decision{.at = with_.services.clock.wall(),
                    .verb = Verb::kBind,
                    .outcome = outcome_of(outcome),
                    .pod = call.pod,
                    .uid = call.uid,
                    .node = call.node,
                    .message = outcome ? std::string() : outcome.error().message};
  if (outcome) {
    waiting_.gone(call.uid);
  } else if (decision.outcome != Outcome::kUncertain) {
    waiting_.refused(decision);
  }
  log_.note(std::move(decision));
}

void Record::admitted(const wire::BindArgs& call, const Result<>& outcome) {
  Decision decision{.at = with_.services.clock.wall(),
                    .verb = Verb::kAdmit,
                    .outcome = outcome ? Outcome::kAdmitted : Outcome::kDenied,
                    .pod = call.pod,
                    .uid = call.uid,
                    .node = call.node,
                    .message = outcome ? std::string() : outcome.error().message};
  if (outcome) {
    waiting_.placed(call.uid);
  } else {
    waiting_.refused(decision);
  }
  log_.note(std::move(decision));
}

void Record::nudged(const PodKey& pod, const PodUid& uid, const NodeName& node) {
  log_.note({.at = with_.services.clock.wall(),
             .verb = Verb::kNudge,
             .outcome = Outcome::kNudged,
             .pod = pod,
             .uid = uid,
             .node = node,
             .message = "room has come: the scheduler is asked to try again"});
}

void Record::released(const PodKey& pod, const PodUid& uid, const NodeName& node) {
  log_.note({.at = with_.services.clock.wall(),
             .verb = Verb::kRelease,
             .outcome = Outcome::kReleased,
             .pod = pod,
             .uid = uid,
             .node = node,
             .message = "its shares have gone back"});
}

Result<Json> Record::decisions_page(std::string_view limit, std::string_view pod,
                                    std::string_view verb) const {
  const Result<history::LogQuestion> question = history::read_question(limit, pod, verb);
  if (!question) return question.error();
  return Json(Json::Object{{"items", history::json_of(log_.newest(*question))}});
}

/// A pod that was deleted while it was being refused is not on the watch any more.
Json Record::waiting_page() const {
  constexpr std::chrono::seconds kWatchIsAhead{60};
  const observe::Clock::Wall now = with_.services.clock.wall();
  Json items = Json::array();
  for (const history::WaitingPod& waiting : waiting_.oldest_first()) {
    const auto pod = with_.services.pods.find(waiting.last.pod);
    const bool waits = pod && pod->uid == waiting.last.uid && pod->node.empty();
    if (!waits && now - waiting.last.at > kWatchIsAhead) continue;
    items.push_back(history::json_of(waiting, wish_of(waiting, with_.services)));
  }
  return Json::Object{{"items", std::move(items)}};
}

Result<Json> Record::recalled(const PodKey& pod, const Result<Json>& explained) const {
  const auto entries = log_.newest({.limit = history::kMostShown, .pod = pod, .verb = {}});
  if (!explained && (entries.empty() || explained.error().code != ErrorCode::kNotFound))
    return explained.error();
  Json answer = explained ? *explained : verbs::explain_gone(pod);
  answer.set("decisions", history::json_of(entries));
  return answer;
}

}  // namespace npushare
