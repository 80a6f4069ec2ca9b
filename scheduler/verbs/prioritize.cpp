#include "scheduler/verbs/prioritize.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "scheduler/verbs/candidates.hpp"
#include "scheduler/verbs/rank.hpp"

namespace npushare::verbs {
namespace {

using Ratings = std::vector<std::optional<Rating>>;

constexpr std::int64_t kBest = 10;
constexpr std::int64_t kHighestOther =
    8;  // two below, so that no rounding elsewhere closes the gap
constexpr std::int64_t kLowestFitting = 1;

Ratings rate_each(const Candidates& candidates, const Judge& judge, const Question& question) {
  Ratings ratings(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Place place = candidates.place(i, judge);
    if (!place.plan.fits()) continue;
    ratings[i] = rate(*place.ledger, *place.plan.allocation, question, candidates.name(i));
  }
  return ratings;
}

Score lowest_node_score(const Ratings& ratings) {
  Score lowest{Score::kMax};
  for (const std::optional<Rating>& rating : ratings)
    if (rating) lowest = std::min(lowest, rating->node);
  return lowest;
}

/// Linear between the worst that fits and the best, so that the order is kept.
std::int64_t compressed(Score score, Score lowest, Score highest) {
  if (highest == lowest) return kHighestOther;
  const std::int64_t above = score.value() - lowest.value();
  const std::int64_t range = highest.value() - lowest.value();
  return kLowestFitting + above * (kHighestOther - kLowestFitting) / range;
}

std::vector<wire::HostScore> scores_of(const Candidates& candidates, const Ratings& ratings) {
  std::vector<wire::HostScore> scores;
  scores.reserve(candidates.size());
  const std::optional<std::size_t> best = best_of(ratings);
  const Score lowest = lowest_node_score(ratings);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::int64_t score = 0;
    if (ratings[i]) score = compressed(ratings[i]->node, lowest, ratings[*best]->node);
    if (i == best) score = kBest;
    scores.push_back({candidates.quoted(i), score});
  }
  return scores;
}

/// No rating at all is "no opinion": every host gets 0.
Ratings opinion_of(const wire::Pod& pod, const Candidates& candidates, const Rules& rules,
                   const Services& with, CallNotes& notes) {
  const Result<Question> question = read_question(pod, rules);
  if (!question) notes.error = question.error().message;
  if (!question || !question->request.wants_npu()) return Ratings(candidates.size());
  const Judge judge(*question, with);
  return rate_each(candidates, judge, *question);
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
  const Ratings ratings = opinion_of(args.pod, candidates, *rules, with, told);
  told.pod = args.pod.key;
  told.nodes = candidates.size();
  told.fit = static_cast<std::size_t>(
      std::ranges::count_if(ratings, [](const auto& rating) { return rating.has_value(); }));
  return wire::write_scores(scores_of(candidates, ratings));
}

}  // namespace npushare::verbs
