#include "scheduler/verbs/filter.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "scheduler/verbs/opinions.hpp"
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

  /// The nodes from `i` up to `end`.
  void accept(std::size_t i, std::size_t end) {
    while (i < end) {
      if (args_.has_nodes) {
        answer_.raw_nodes.push_back(args_.raw_nodes[i++]);
      } else {
        const std::size_t piece_end = args_.candidates.piece_end(i, end);
        answer_.fitting.append(args_.candidates.piece(i, piece_end), piece_end - i);
        i = piece_end;
      }
    }
  }

  void refuse(std::size_t i, std::string_view reason, bool resolvable) {
    auto& map = resolvable ? answer_.unschedulable : answer_.unresolvable;
    map.push_back({args_.candidates[i].quoted, reason});
  }

  void refuse(std::size_t i, const Verdict& verdict) {
    refuse(i, text_of(*verdict.refused), verdict.resolvable);
  }

  void accept_all() { accept(0, args_.candidates.size()); }

  /// No node can mend what is wrong with the pod itself. An Error would make the scheduler back off
  /// and try the same again; a refusal shows the text in the pod's event.
  void refuse_all(std::string_view reason) {
    for (std::size_t i = 0; i < args_.candidates.size(); ++i) refuse(i, reason, false);
  }

  wire::FilterAnswer take() { return std::move(answer_); }

 private:
  const wire::ExtenderArgs& args_;
  wire::FilterAnswer answer_;
};

void keep_the_best(Sorting& sorting, const Candidates& candidates, Opinions& opinions,
                   const NodeGate& gate) {
  std::vector<std::optional<Rating>> ratings(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Opinion opinion = opinions.opinion(i);
    if (opinion.verdict.refused) {
      sorting.refuse(i, opinion.verdict);
    } else {
      ratings[i] = Rating{opinion.node, opinion.chips, candidates.name(i)};
    }
  }
  const std::optional<std::size_t> best = best_of(ratings, gate);
  if (best) {
    sorting.accept(*best, *best + 1);
    opinions.hold(*best);
  }
  for (std::size_t i = 0; i < ratings.size(); ++i)
    if (ratings[i] && i != best) sorting.refuse(i, kNotTheBest, true);
}

void sort_each(Sorting& sorting, const wire::ExtenderArgs& args, const Question& question,
               const Rules& rules, const NodeDirectory& directory, const Services& with) {
  const Candidates candidates(args, directory, rules);
  const Judge judge(question, with);
  Opinions opinions(candidates, judge, question, with);
  if (rules.single_node) return keep_the_best(sorting, candidates, opinions, with.gate);

  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Opinions::Refused next = opinions.next_refused(i);
    sorting.accept(i, next.i);
    if (next.i < candidates.size()) sorting.refuse(next.i, next.verdict);
    i = next.i;
  }
}

/// Views of the answer point into the request and into the notes.
wire::FilterAnswer answer_to(const wire::ExtenderArgs& args, const NodeDirectory& directory,
                             const Services& with, CallNotes& notes) {
  const auto rules = with.rules.load();
  const Result<Question> question = read_question(args.pod, *rules);
  Sorting sorting(args);
  if (!question) {
    notes.error = question.error().message;
    sorting.refuse_all(notes.error);
  } else if (!question->request.wants_npu()) {
    sorting.accept_all();
  } else {
    sort_each(sorting, args, *question, *rules, directory, with);
  }
  return sorting.take();
}

std::string failed(std::string text, CallNotes& notes) {
  notes.error = std::move(text);
  return wire::write_filter_error(notes.error);
}

}  // namespace

std::string filter(std::string_view body, const Services& with, CallNotes* notes) {
  thread_local wire::ExtenderArgs args;  // keeps the memory of thousands of names between calls
  CallNotes unread;
  CallNotes& told = notes != nullptr ? *notes : unread;
  const LedgerBook::Directory directory = with.book.directory();
  const Result<> read = wire::read_extender_args(body, *directory, args);
  if (!read) return failed("bad request: " + read.error().message, told);
  if (const char* missing = missing_part(args)) return failed(missing, told);

  told.pod = args.pod.key;
  told.nodes = args.candidates.size();
  const wire::FilterAnswer answer = answer_to(args, *directory, with, told);
  told.fit = answer.fitting.size() + answer.raw_nodes.size();
  return wire::write_filter_answer(answer);
}

}  // namespace npushare::verbs
