#include "scheduler/verbs/filter.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "scheduler/verbs/extender_call.hpp"
#include "scheduler/verbs/opinions.hpp"
#include "scheduler/verbs/quotas.hpp"
#include "scheduler/verbs/rank.hpp"

namespace npushare::verbs {
namespace {

constexpr std::string_view kNotTheBest = "another node is better for the NPU request";

const char* missing_part(const wire::ExtenderArgs& args) {
  if (!args.has_pod) return "bad request: Pod missing";
  if (!args.has_names && !args.has_nodes) return "bad request: no nodes";
  return nullptr;
}

/// The answer as it grows, node by node.
class Sorting {
 public:
  explicit Sorting(const wire::ExtenderArgs& args) : args_(args) {
    answer_.with_nodes = args.has_nodes;
  }

  /// Those of the run from `k` up to `end`.
  void accept(const CandidateRun& run, std::uint32_t k, std::uint32_t end) {
    if (k == end) return;
    if (args_.has_nodes) return answer_.fitting.append(args_.raw_nodes[run.index], 1);
    answer_.fitting.append(args_.candidates.piece(run, k, end), end - k);
  }

  void refuse(const CandidateRun& run, std::uint32_t k, std::uint32_t end, const Verdict& verdict) {
    refuse(args_.candidates.part(run, k, end), text_of(*verdict.refused), verdict.resolvable);
    reasons_.add(*verdict.refused, end - k);
  }
  void refuse(const CandidateRun& run, std::string_view reason, bool resolvable) {
    auto& map = resolvable ? answer_.unschedulable : answer_.unresolvable;
    map.push_back({run, reason});
  }

  void accept_all() {
    for (const CandidateRun& run : args_.candidates.runs()) accept(run, 0, run.count);
  }

  void refuse_all(const Verdict& verdict) {
    for (const CandidateRun& run : args_.candidates.runs()) refuse(run, 0, run.count, verdict);
  }

  /// No node can mend what is wrong with the pod itself. An Error would make the scheduler back off
  /// and try the same again; a refusal shows the text in the pod's event.
  void refuse_all(std::string_view reason) {
    for (const CandidateRun& run : args_.candidates.runs()) refuse(run, reason, false);
  }

  const ReasonCounts& reasons() const { return reasons_; }
  wire::FilterAnswer take() { return std::move(answer_); }

 private:
  const wire::ExtenderArgs& args_;
  wire::FilterAnswer answer_;
  ReasonCounts reasons_;
};

void keep_the_best(Sorting& sorting, const Candidates& candidates, Opinions& opinions,
                   const NodeGate& gate) {
  Contest contest(gate);
  std::vector<bool> fits(candidates.size());
  candidates.each([&](const CandidateRun& run, std::uint32_t k) {
    const Opinion opinion = opinions.opinion(candidates.at(run, k));
    if (opinion.verdict.refused) return sorting.refuse(run, k, k + 1, opinion.verdict);
    fits[run.index + k] = true;
    contest.enter(run.index + k, opinion.node, opinion.chips,
                  [&] { return name_of(candidates.at(run, k)); });
  });
  candidates.each([&](const CandidateRun& run, std::uint32_t k) {
    if (run.index + k == contest.best()) {
      sorting.accept(run, k, k + 1);
      opinions.hold(candidates.at(run, k));
    } else if (fits[run.index + k]) {
      sorting.refuse(candidates.part(run, k, k + 1), kNotTheBest, true);
    }
  });
}

void sort_each(Sorting& sorting, const wire::ExtenderArgs& args, const Question& question,
               const Rules& rules, const LedgerBook::Directory& directory, const Services& with) {
  const Candidates candidates(args, directory, rules);
  const Judge judge(question, with);
  Opinions opinions(candidates, judge, question, with);
  if (rules.single_node) return keep_the_best(sorting, candidates, opinions, with.gate);

  for (const CandidateRun& run : candidates.runs()) {
    for (std::uint32_t k = 0; k < run.count;) {
      const Opinions::Refused next = opinions.next_refused(run, k);
      sorting.accept(run, k, next.k);
      if (next.k < next.end) sorting.refuse(run, next.k, next.end, next.verdict);
      k = next.end;
    }
  }
}

/// Views of the answer point into the request and into the notes.
wire::FilterAnswer answer_to(ExtenderCall& call, const LedgerBook::Directory& directory,
                             const Services& with, CallNotes& notes) {
  const wire::ExtenderArgs& args = call.args;
  const auto rules = with.rules.load();
  const Result<const Question*> question = call.questions.of(args.pods, rules);
  Sorting sorting(args);
  notes.wants_npu = !question || (*question)->request.wants_npu();
  if (!question) {
    notes.error = question.error().message;
    sorting.refuse_all(notes.error);
  } else if (!notes.wants_npu) {
    sorting.accept_all();
  } else if (quota_excess((*question)->request, with)) {
    sorting.refuse_all(Verdict{Reason::kQuotaSpent, false});
  } else {
    sort_each(sorting, args, **question, *rules, directory, with);
  }
  notes.reasons = sorting.reasons();
  return sorting.take();
}

/// A scheduler mostly asks about all nodes there are; then nothing is copied.
AskedNodes asked_about(const wire::ExtenderArgs& args, const LedgerBook::Directory& directory) {
  AskedNodes asked{.directory = directory, .numbers = {}};
  const auto runs = args.candidates.runs();
  const bool are_known = std::ranges::all_of(runs, &CandidateRun::is_known);
  if (are_known && args.candidates.size() == directory->size()) return asked;
  asked.numbers.reserve(args.candidates.size());
  for (const CandidateRun& run : runs)
    for (std::uint32_t k = 0; k < run.count; ++k) asked.numbers.push_back(run.number + k);
  return asked;
}

wire::ReplyText failed(std::string text, CallNotes& notes) {
  notes.error = std::move(text);
  return {.text = wire::write_filter_error(notes.error), .splices = {}};
}

}  // namespace

wire::ReplyText filter(std::string_view body, const Services& with, CallNotes* notes) {
  ExtenderCall& call = call_of_this_thread();
  wire::ExtenderArgs& args = call.args;
  CallNotes unread;
  CallNotes& told = notes != nullptr ? *notes : unread;
  const LedgerBook::Directory directory = with.book.directory();
  const Result<> read = wire::read_extender_args(body, *directory, args);
  if (!read) return failed("bad request: " + read.error().message, told);
  if (const char* missing = missing_part(args)) return failed(missing, told);

  told.pod = args.pod().key;
  told.uid = args.pod().uid;
  told.nodes = args.candidates.size();
  with.book.keep_in_order(directory);
  const wire::FilterAnswer answer = answer_to(call, directory, with, told);
  told.fit = answer.fitting.size();
  if (told.is_refusal() && told.wants_npu) told.asked = asked_about(args, directory);
  return wire::write_filter_answer(answer, args.candidates);
}

}  // namespace npushare::verbs
