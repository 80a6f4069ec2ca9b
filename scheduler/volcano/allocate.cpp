#include "scheduler/volcano/allocate.hpp"

#include <utility>

#include "scheduler/volcano/asked.hpp"
#include "scheduler/volcano/judgement.hpp"
#include "scheduler/volcano/place.hpp"

namespace npushare::volcano {
namespace {

using wire::TaskStatus;

constexpr std::string_view kNotLeading = "npushare: another replica leads; it reserves";

Result<> nominate(const verbs::Question& question, const NodeName& node,
                  const verbs::Services& with, Trials& trials) {
  trials.drop(question.request.holder->uid);
  const Judgement judgement = judge(question, node, with, trials);
  if (!judgement.plan.fits())
    return Error{ErrorCode::kConflict, std::string(text_of(judgement.plan.refusal.reason))};
  trials.nominate(*judgement.plan.allocation);
  return {};
}

Result<> place(const verbs::Question& question, const wire::VolcanoTask& task,
               verbs::Services& with, Trials& trials) {
  if (task.node.empty()) return Error{ErrorCode::kInvalid, "bad request: task.NodeName is missing"};
  if (!with.leadership.may_write()) return Error{ErrorCode::kBusy, std::string(kNotLeading)};
  return task.status == TaskStatus::kPipelined ? nominate(question, task.node, with, trials)
                                               : place_on_trial(question, task.node, with, trials);
}

Result<> follow(const Asked& asked, verbs::Services& with, Trials& trials) {
  const wire::VolcanoTask& task = asked.task();
  switch (task.status) {
    case TaskStatus::kAllocated:
    case TaskStatus::kPipelined:
      if (!asked.complaint.empty()) return Error{ErrorCode::kInvalid, asked.complaint};
      return asked.question ? place(*asked.question, task, with, trials) : Result<>{};
    case TaskStatus::kBound:
    case TaskStatus::kRunning: trials.unmark_leaving(task.uid); return {};
    case TaskStatus::kNotSaid:
    case TaskStatus::kPending:
    case TaskStatus::kBinding:
    case TaskStatus::kReleasing:
    case TaskStatus::kSucceeded:
    case TaskStatus::kFailed: return {};
  }
  __builtin_unreachable();
}

}  // namespace

std::string allocate(std::string_view body, verbs::Services& with, Trials& trials,
                     verbs::CallNotes& notes) {
  trials.heard();
  const Result<Asked> asked = read_call(body, with, notes);
  const Result<> done = asked ? follow(*asked, with, trials) : asked.error();
  if (asked) notes.best = asked->task().node.text();
  notes.nodes = 1;
  notes.fit = done ? 1 : 0;
  if (!done) notes.error = done.error().message;
  return wire::write_volcano_event(notes.error);
}

}  // namespace npushare::volcano
