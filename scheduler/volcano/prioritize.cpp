#include "scheduler/volcano/prioritize.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "scheduler/volcano/asked.hpp"
#include "scheduler/volcano/judgement.hpp"
#include "scheduler/volcano/scores.hpp"

namespace npushare::volcano {
namespace {

using Places = std::vector<std::optional<Scored>>;

std::string failed(std::string text, verbs::CallNotes& notes) {
  notes.error = std::move(text);
  return wire::write_volcano_no_scores(notes.error);
}

Places rated(const Asked& asked, const verbs::Services& with, const Trials& trials) {
  const verbs::Question& question = *asked.question;
  Places places;
  for (const wire::VolcanoNode& node : asked.args->nodes) {
    const Judgement judgement = judge(asked, node.name, with, trials);
    std::optional<Scored>& place = places.emplace_back();
    if (!judgement.plan.fits()) continue;
    const Allocation& plan = *judgement.plan.allocation;
    place =
        Scored{.rating = verbs::rate(*judgement.ledger, plan, question, node.name.text()),
               .score = score_of(question, *judgement.ledger, plan, asked.rules->volcano.weight)};
  }
  return places;
}

void note(const Asked& asked, const Places& places, const verbs::Services& with,
          verbs::CallNotes& notes) {
  verbs::Contest contest(with.gate);
  for (std::size_t at = 0; at < places.size(); ++at) {
    if (!places[at]) continue;
    ++notes.fit;
    contest.enter(at, places[at]->rating);
  }
  if (contest.best()) notes.best = asked.args->nodes[*contest.best()].name.text();
}

}  // namespace

std::string prioritize(std::string_view body, const verbs::Services& with, Trials& trials,
                       verbs::CallNotes& notes) {
  trials.heard();
  const Result<Asked> asked = read_call(body, with, notes);
  if (!asked) return failed(asked.error().message, notes);
  notes.nodes = asked->args->nodes.size();
  notes.error = asked->complaint;

  Places places(notes.nodes);
  if (asked->question) {
    places = rated(*asked, with, trials);
    note(*asked, places, with, notes);
    if (asked->rules->volcano.weight > 0) break_ties(places, with.gate);
  }
  std::vector<wire::VolcanoScore> scores;
  scores.reserve(places.size());
  for (std::size_t at = 0; at < places.size(); ++at)
    scores.push_back({asked->args->nodes[at].name.text(), places[at] ? places[at]->score : 0});
  return wire::write_volcano_scores(scores);
}

}  // namespace npushare::volcano
