#include "scheduler/verbs/preempt.hpp"

#include <utility>

#include "scheduler/verbs/preempt_node.hpp"

namespace npushare::verbs {
namespace {

using Answer = std::vector<wire::NodeVictims>;

/// What an extender says that has nothing to add.
Answer as_given(const wire::PreemptArgs& args) {
  Answer answer;
  for (const auto& [node, given] : args.nodes) {
    wire::NodeVictims& victims = answer.emplace_back();
    victims.node = node;
    victims.broken_budgets = given.broken_budgets;
    for (const wire::GivenVictim& victim : given.pods) victims.pods.push_back(victim.uid);
  }
  return answer;
}

Answer victims_of(const wire::PreemptArgs& args, const Services& with, const Budgets& budgets,
                  CallNotes& notes) {
  const auto rules = with.rules.load();
  const Result<Question> question = read_question(args.pod, *rules);
  notes.wants_npu = !question || question->request.wants_npu();
  if (!question) {
    notes.error = question.error().message;
    return {};  // no eviction can mend what is wrong with the pod itself
  }
  if (!notes.wants_npu) return as_given(args);
  const PreemptNode preempt(*question, with, budgets);
  Answer answer;
  for (const auto& [node, given] : args.nodes)
    if (std::optional<wire::NodeVictims> victims = preempt.victims_on(node, given))
      answer.push_back(*std::move(victims));
  return answer;
}

}  // namespace

Result<std::string> preempt(std::string_view body, const Services& with, const Budgets& budgets,
                            CallNotes* notes) {
  CallNotes unread;
  CallNotes& told = notes != nullptr ? *notes : unread;
  const Result<wire::PreemptArgs> args = wire::read_preempt_args(body);
  if (!args) return Error{args.error().code, "bad request: " + args.error().message};
  if (!args->has_pod) return Error{ErrorCode::kInvalid, "bad request: Pod missing"};

  told.pod = args->pod.key;
  told.uid = args->pod.uid;
  told.nodes = args->nodes.size();
  const Answer answer = victims_of(*args, with, budgets, told);
  told.fit = answer.size();
  return wire::write_preempt_answer(answer);
}

}  // namespace npushare::verbs
