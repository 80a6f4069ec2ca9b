#include "scheduler/verbs/prioritize.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "scheduler/verbs/extender_call.hpp"
#include "scheduler/verbs/opinions.hpp"
#include "scheduler/verbs/rank.hpp"

namespace npushare::verbs {
namespace {

constexpr Score kNoRoom{-2};  // below all that a host that fits can have

struct Ranking {
  std::vector<Score> hosts;  // host by host
  std::size_t fitting = 0;
  Score lowest;  // of those that fit, as is the highest
  Score highest;
  std::optional<std::size_t> best;
};

constexpr std::uint8_t kBest = 10;
constexpr std::uint8_t kHighestOther = 8;  // two below, so that no rounding closes the gap
constexpr std::uint8_t kLowestFitting = 1;

/// A ranking as it grows, host by host.
class Ranks {
 public:
  Ranks(const Candidates& candidates, const NodeGate& gate)
      : candidates_(candidates),
        ranking_{.hosts = std::vector<Score>(candidates.size(), kNoRoom)},
        contest_(gate) {}

  void add(const CandidateRun& run, std::uint32_t k, Score node, Score chips) {
    ranking_.hosts[run.index + k] = node;
    if (ranking_.fitting++ == 0 || node < ranking_.lowest) ranking_.lowest = node;
    contest_.enter(run.index + k, node, chips, [&] { return name_of(candidates_.at(run, k)); });
  }

  Ranking take() {
    ranking_.best = contest_.best();
    ranking_.highest = contest_.top().node;
    return std::move(ranking_);
  }

 private:
  const Candidates& candidates_;
  Ranking ranking_;
  Contest contest_;
};

Ranking rank_each(const Candidates& candidates, Opinions& opinions, const NodeGate& gate) {
  Ranks ranks(candidates, gate);
  for (const CandidateRun& run : candidates.runs()) {
    for (std::uint32_t k = 0; k < run.count; ++k) {
      for (const Rated& known : opinions.rated(run, k))
        ranks.add(run, k++, known.node, known.chips);
      if (k == run.count) break;
      const Opinion opinion = opinions.opinion(candidates.at(run, k));
      if (!opinion.verdict.refused) ranks.add(run, k, opinion.node, opinion.chips);
    }
  }
  return ranks.take();
}

/// Whole scores for node scores between these two: linear, so that the order is kept.
class Scale {
 public:
  Scale(Score lowest, Score highest) {
    const std::int64_t range = highest.value() - lowest.value();
    for (std::int64_t step = 1; step <= kSteps; ++step)
      steps_[static_cast<std::size_t>(step - 1)] =
          lowest.value() + (step * range + kSteps - 1) / kSteps;
    if (range == 0) steps_.fill(lowest.value());
  }

  std::uint8_t of(Score score) const {
    const std::int64_t value = score.value();
    std::size_t reached = value >= steps_[3] ? 4 : 0;  // of the steps, which ascend
    reached += value >= steps_[reached + 1] ? 2 : 0;
    reached += value >= steps_[reached] ? 1 : 0;
    return static_cast<std::uint8_t>(kLowestFitting + reached);
  }

 private:
  static constexpr std::int64_t kSteps = kHighestOther - kLowestFitting;

  std::array<std::int64_t, kSteps> steps_{};  // the least score of each whole one above the lowest
};

std::vector<std::uint8_t> scores_of(const Ranking& ranking) {
  std::vector<std::uint8_t> scores(ranking.hosts.size(), 0);
  if (!ranking.best) return scores;
  const Scale scale(ranking.lowest, ranking.highest);
  for (std::size_t host = 0; host < scores.size(); ++host)
    if (ranking.hosts[host] != kNoRoom) scores[host] = scale.of(ranking.hosts[host]);
  scores[*ranking.best] = kBest;
  return scores;
}

/// No rating at all is "no opinion": every host gets 0.
Ranking ranking_of(ExtenderCall& call, const LedgerBook::Directory& directory, const Services& with,
                   CallNotes& notes) {
  const wire::ExtenderArgs& args = call.args;
  const auto rules = with.rules.load();
  const Result<const Question*> question = call.questions.of(args.pods, rules);
  if (!question) notes.error = question.error().message;
  notes.wants_npu = !question || (*question)->request.wants_npu();
  if (!question || !notes.wants_npu) return {.hosts = std::vector<Score>(args.candidates.size())};

  const Candidates candidates(args, directory, *rules);
  const Judge judge(**question, with);
  Opinions opinions(candidates, judge, **question, with);
  Ranking ranking = rank_each(candidates, opinions, with.gate);
  if (!ranking.best) return ranking;
  const Candidate best = args.candidates.nth(*ranking.best);
  opinions.hold(best);
  notes.best = name_of(best);
  return ranking;
}

}  // namespace

Result<std::string> prioritize(std::string_view body, const Services& with, CallNotes* notes) {
  ExtenderCall& call = call_of_this_thread();
  wire::ExtenderArgs& args = call.args;
  CallNotes unread;
  CallNotes& told = notes != nullptr ? *notes : unread;
  const LedgerBook::Directory directory = with.book.directory();
  const Result<> read = wire::read_extender_args(body, *directory, args);
  if (!read) return Error{read.error().code, "bad request: " + read.error().message};
  if (!args.has_pod) return Error{ErrorCode::kInvalid, "bad request: Pod missing"};

  with.book.keep_in_order(directory);
  const Ranking ranking = ranking_of(call, directory, with, told);
  told.pod = args.pod().key;
  told.uid = args.pod().uid;
  told.nodes = args.candidates.size();
  told.fit = ranking.fitting;
  return wire::write_scores(args.candidates, scores_of(ranking));
}

}  // namespace npushare::verbs
