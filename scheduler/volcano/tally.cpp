#include "scheduler/volcano/tally.hpp"

#include <algorithm>
#include <utility>

namespace npushare::volcano {
namespace {

/// Nodes that nobody knows have no number.
verbs::AskedNodes numbered(const std::unordered_set<NodeName>& nodes,
                           const LedgerBook::Directory& directory) {
  verbs::AskedNodes asked{.directory = directory, .numbers = {}};
  for (const NodeName& node : nodes)
    if (const auto number = directory->find(node.text())) asked.numbers.push_back(*number);
  if (asked.numbers.empty()) asked.directory = nullptr;
  std::ranges::sort(asked.numbers);
  return asked;
}

bool is_alike(const verbs::CallNotes& a, const verbs::CallNotes& b) {
  return a.nodes == b.nodes && a.fit == b.fit && a.best == b.best && a.error == b.error &&
         a.reasons == b.reasons;
}

}  // namespace

std::optional<verbs::CallNotes> Tally::add(const verbs::CallNotes& node) {
  const std::lock_guard lock(mutex_);
  std::optional<verbs::CallNotes> ended;
  if (is_another_round(node)) ended = close_round();
  if (!round_) round_ = verbs::CallNotes{.pod = node.pod, .uid = node.uid};
  round_->wants_npu = node.wants_npu;
  round_->nodes += node.nodes;
  round_->fit += node.fit;
  round_->error = node.error;
  node.reasons.each(
      [&](Reason reason, std::uint32_t count) { round_->reasons.add(reason, count); });
  nodes_.emplace(node.best);
  last_ = clock_.now();
  return ended;
}

std::optional<verbs::CallNotes> Tally::finish() {
  const std::lock_guard lock(mutex_);
  return close_round();
}

std::optional<verbs::CallNotes> Tally::finish_if_idle() {
  const std::lock_guard lock(mutex_);
  if (clock_.now() - last_ < kPause) return std::nullopt;
  return close_round();
}

bool Tally::is_another_round(const verbs::CallNotes& node) const {
  if (!round_) return false;
  return round_->uid != node.uid || nodes_.contains(NodeName{node.best});
}

std::optional<verbs::CallNotes> Tally::close_round() {
  if (!round_) return std::nullopt;
  verbs::CallNotes round = *std::exchange(round_, std::nullopt);
  const std::unordered_set<NodeName> nodes = std::exchange(nodes_, {});
  if (!round.wants_npu || !is_news(round, told_)) return std::nullopt;
  if (round.is_refusal()) round.asked = numbered(nodes, book_.directory());
  return round;
}

bool Tally::is_news(const verbs::CallNotes& placement) {
  const std::lock_guard lock(mutex_);
  return placement.wants_npu && is_news(placement, placed_);
}

bool Tally::is_news(const verbs::CallNotes& round, std::unordered_map<PodUid, Told>& told) const {
  const Time now = clock_.now();
  const auto last = told.find(round.uid);
  const bool is_as_before =
      last != told.end() && now - last->second.at < kAgain && is_alike(round, last->second.round);
  if (round.fit > 0 && is_as_before) return false;
  if (told.size() >= kMost) told.clear();
  told[round.uid] = {round, now};
  return true;
}

}  // namespace npushare::volcano
