#include "scheduler/app/refusals.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/verbs/node_explanation.hpp"

namespace npushare {
namespace {

bool wish_is_same(const Request& a, const Request& b) {
  return a.asks == b.asks && a.uuid_lists == b.uuid_lists && a.containers == b.containers &&
         a.holder->priority == b.holder->priority;
}

bool nodes_are_same(const verbs::CallNotes& a, const verbs::CallNotes& b) {
  return a.nodes == b.nodes && a.reasons == b.reasons && a.asked.directory == b.asked.directory &&
         a.asked.numbers == b.asked.numbers;
}

}  // namespace

void Refusals::refused(const verbs::CallNotes& notes) {
  if (notes.uid.empty()) return;
  const std::lock_guard lock(mutex_);
  if (untold_.size() < kMost || untold_.contains(notes.uid)) untold_[notes.uid].notes = notes;
}

std::vector<Refusals::Untold> Refusals::take() {
  std::unordered_map<PodUid, Untold> taken;
  {
    const std::lock_guard lock(mutex_);
    taken = std::exchange(untold_, {});
  }
  std::vector<Untold> untold;
  untold.reserve(taken.size());
  for (auto& [uid, entry] : taken) untold.push_back(std::move(entry));
  // The order of the map says nothing; by name the same pods come first in each run.
  std::ranges::sort(untold, {}, [](const Untold& entry) { return entry.notes.pod; });
  return untold;
}

/// A refusal that has come meanwhile is the newer one.
void Refusals::put_back(Untold untold) {
  const std::lock_guard lock(mutex_);
  const PodUid uid = untold.notes.uid;
  untold_.emplace(uid, std::move(untold));
}

void Refusals::run() {
  const observe::Clock::Monotonic end = services_.clock.now() + kPatience;
  std::vector<Words> words;
  for (Untold& untold : take()) {
    const bool has_time = services_.clock.now() < end;
    if (has_time && tell_one(untold, words) == Told::kDone) continue;
    if (has_time && ++untold.runs >= kRuns) continue;
    put_back(std::move(untold));
  }
}

/// The scheduler's watch may be ahead of ours: the pod is looked for again.
Refusals::Told Refusals::tell_one(const Untold& untold, std::vector<Words>& words) {
  const verbs::CallNotes& notes = untold.notes;
  const auto pod = services_.pods.find(notes.pod);
  if (!pod || pod->uid != notes.uid) return Told::kLater;
  if (!pod->node.empty()) return Told::kDone;
  const auto rules = services_.rules.load();
  const Result<verbs::Question> question = verbs::read_question(*pod, *rules);
  tell_(notes.pod, notes.uid,
        question ? text_for(*question, notes, words) : question.error().message);
  return Told::kDone;
}

std::string Refusals::text_for(const verbs::Question& question, const verbs::CallNotes& notes,
                               std::vector<Words>& words) {
  const auto same = std::ranges::find_if(words, [&](const Words& entry) {
    return wish_is_same(entry.request, question.request) && nodes_are_same(entry.notes, notes);
  });
  if (same != words.end()) return same->text;
  std::string text = verbs::refusal_text(question, notes, services_);
  words.push_back({question.request, notes, text});
  return text;
}

}  // namespace npushare
