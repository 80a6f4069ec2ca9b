#include "scheduler/volcano/predicate.hpp"

#include "scheduler/volcano/asked.hpp"
#include "scheduler/volcano/judgement.hpp"
#include "scheduler/volcano/verdict.hpp"

namespace npushare::volcano {
namespace {

std::string reply(std::string_view reason, Code code) {
  return wire::write_volcano_verdict(reason, static_cast<int>(code));
}

std::string failed(std::string text, verbs::CallNotes& notes) {
  notes.error = std::move(text);
  return reply(notes.error, Code::kError);
}

std::string verdict_on(const Asked& asked, const NodeName& node, const verbs::Services& with,
                       const Trials& trials, verbs::CallNotes& notes) {
  const Judgement judgement = judge(asked, node, with, trials);
  if (judgement.plan.fits()) {
    notes.fit = 1;
    return reply({}, Code::kFits);
  }
  const Refusal& refusal = judgement.plan.refusal;
  notes.reasons.add(refusal.reason);
  const NodeLedger unknown(node);
  const NodeLedger& ledger = judgement.ledger ? *judgement.ledger : unknown;
  return reply(text_of(refusal.reason), code_of(refusal, ledger, asked.question->request));
}

}  // namespace

std::string predicate(std::string_view body, const verbs::Services& with, Trials& trials,
                      verbs::CallNotes& notes) {
  trials.heard();
  const Result<Asked> asked = read_call(body, with, notes);
  if (!asked) return failed(asked.error().message, notes);
  const wire::VolcanoArgs& args = *asked->args;
  if (args.nodes.empty() || args.nodes.front().name.empty())
    return failed("bad request: node.Name is missing", notes);

  const wire::VolcanoNode& node = args.nodes.front();
  notes.nodes = 1;
  notes.best = node.name.text();
  if (args.task.status == wire::TaskStatus::kPending) trials.drop(args.task.uid);
  trials.see(node);
  if (!asked->complaint.empty()) {
    notes.error = asked->complaint;
    return reply(asked->complaint, Code::kUnresolvable);
  }
  if (asked->question) return verdict_on(*asked, node.name, with, trials, notes);
  notes.fit = 1;
  return reply({}, Code::kFits);
}

}  // namespace npushare::volcano
