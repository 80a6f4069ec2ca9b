#include "scheduler/verbs/prioritize.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "scheduler/verbs/opinions.hpp"
#include "scheduler/verbs/rank.hpp"

namespace npushare::verbs {
namespace {

using Ratings = std::vector<std::optional<Rating>>;

struct Ranking {
  Ratings ratings;  // host by host; none for a host that does not fit
  std::optional<std::size_t> best;
};

constexpr std::int64_t kBest = 10;
constexpr std::int64_t kHighestOther =
    8;  // two below, so that no rounding elsewhere closes the gap
constexpr std::int64_t kLowestFitting = 1;

Ratings rate_each(const Candidates& candidates, Opinions& opinions) {
  Ratings ratings(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Opinion opinion = opinions.opinion(i);
    if (!opinion.verdict.refused)
      ratings[i] = Rating{opinion.node, opinion.chips, candidates.name(i)};
  }
  return ratings;
}

/// Whole scores for node scores between these two: linear, so that the order is kept.
class Scale {
 public:
  Scale(Score lowest, Score highest)
      : lowest_(lowest.value()), range_(highest.value() - lowest.value()) {}

  std::int64_t of(Score score) const {
    if (range_ == 0) return kHighestOther;
    constexpr std::int64_t kSteps = kHighestOther - kLowestFitting;
    const std::int64_t above = (score.value() - lowest_) * kSteps;
    std::int64_t steps = 0;  // how many are reached: above / range, without a division a host
    for (std::int64_t step = 1; step <= kSteps; ++step) steps += above >= step * range_ ? 1 : 0;
    return kLowestFitting + steps;
  }

 private:
  std::int64_t lowest_;
  std::int64_t range_;
};

Scale scale_of(const Ranking& ranking) {
  if (!ranking.best) return {Score{}, Score{}};
  const Score highest = ranking.ratings[*ranking.best]->node;
  Score lowest = highest;
  for (const std::optional<Rating>& rating : ranking.ratings)
    if (rating) lowest = std::min(lowest, rating->node);
  return {lowest, highest};
}

std::vector<wire::HostScore> scores_of(const Candidates& candidates, const Ranking& ranking) {
  std::vector<wire::HostScore> scores;
  scores.reserve(candidates.size());
  const Scale scale = scale_of(ranking);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::optional<Rating>& rating = ranking.ratings[i];
    std::int64_t score = rating ? scale.of(rating->node) : 0;
    if (i == ranking.best) score = kBest;
    scores.push_back({candidates.quoted(i), score});
  }
  return scores;
}

/// No rating at all is "no opinion": every host gets 0.
Ranking ranking_of(const wire::Pod& pod, const Candidates& candidates, const Rules& rules,
                   const Services& with, CallNotes& notes) {
  const Result<Question> question = read_question(pod, rules);
  if (!question) notes.error = question.error().message;
  if (!question || !question->request.wants_npu()) return {Ratings(candidates.size()), {}};

  const Judge judge(*question, with);
  Opinions opinions(candidates, judge, *question, with);
  Ranking ranking{rate_each(candidates, opinions), {}};
  ranking.best = best_of(ranking.ratings, with.gate);
  if (ranking.best) opinions.hold(*ranking.best);
  return ranking;
}

}  // namespace

Result<std::string> prioritize(std::string_view body, const Services& with, CallNotes* notes) {
  thread_local wire::ExtenderArgs args;  // keeps the memory of thousands of names between calls
  CallNotes unread;
  CallNotes& told = notes != nullptr ? *notes : unread;
  const LedgerBook::Directory directory = with.book.directory();
  const Result<> read = wire::read_extender_args(body, *directory, args);
  if (!read) return Error{read.error().code, "bad request: " + read.error().message};
  if (!args.has_pod) return Error{ErrorCode::kInvalid, "bad request: Pod missing"};

  const auto rules = with.rules.load();
  const Candidates candidates(args, *directory, *rules);
  const Ranking ranking = ranking_of(args.pod, candidates, *rules, with, told);
  told.pod = args.pod.key;
  told.nodes = candidates.size();
  told.fit = static_cast<std::size_t>(std::ranges::count_if(
      ranking.ratings, [](const auto& rating) { return rating.has_value(); }));
  return wire::write_scores(scores_of(candidates, ranking));
}

}  // namespace npushare::verbs
