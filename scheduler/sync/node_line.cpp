#include "scheduler/sync/node_line.hpp"

#include <algorithm>
#include <utility>

#include "scheduler/sync/answer_time.hpp"

namespace npushare::sync {

NodeLine::Places::iterator NodeLine::find(const PodUid& pod) {
  return std::ranges::find(places_, pod, &Place::pod);
}

std::optional<Reservation> NodeLine::reclaim(const PodUid& pod, Time now) {
  const auto place = find(pod);
  if (place == places_.end() || place->caller || !place->share) return std::nullopt;
  std::optional<Reservation> share(std::move(place->share));
  place->share.reset();
  place->kept_until = now + kKept;
  return share;
}

bool NodeLine::join(std::shared_ptr<Caller> caller, Reservation share, Time now) {
  auto place = find(caller->visit.pod);
  if (place == places_.end())
    place = places_.insert(places_.end(), Place{.pod = caller->visit.pod});
  if (place->caller) return false;
  caller->since = now;
  place->share.emplace(std::move(share));
  place->caller = std::move(caller);
  return true;
}

void NodeLine::occupy(const PodUid& pod, Time now) {
  if (holders_.empty()) held_since_ = now;
  holders_.insert(pod);
}

void NodeLine::release(const PodUid& pod, Time now) {
  if (holders_.erase(pod) == 0 || !holders_.empty()) return;
  pace_.add(now - held_since_);
}

/// What the place held goes back, and whoever waits in it learns why.
NodeLine::Places::iterator NodeLine::remove(Places::iterator place, Answer answer, Steps& steps) {
  if (place->caller) {
    place->caller->answer = answer;
    steps.answered.push_back(std::move(place->caller));
  }
  if (place->share) steps.given_back.push_back(*std::move(place->share));
  steps.dropped.push_back(place->pod);
  return places_.erase(place);
}

void NodeLine::drop(const PodUid& pod, Steps& steps) {
  const auto place = find(pod);
  if (place != places_.end()) remove(place, Answer::kDropped, steps);
}

void NodeLine::look(Time now, Steps& steps) {
  admit(now, steps);
  send_away(now, steps);
}

void NodeLine::sweep(Time now, Steps& steps) {
  for (auto place = places_.begin(); place != places_.end();) {
    const bool has_run_out = !place->caller && now >= place->kept_until;
    if (has_run_out || has_hung_up(*place)) {
      place = remove(place, Answer::kHungUp, steps);
    } else {
      ++place;
    }
  }
}

bool NodeLine::has_hung_up(const Place& place) {
  return place.caller && place.caller->visit.has_left && place.caller->visit.has_left();
}

void NodeLine::admit(Time now, Steps& steps) {
  for (auto next = places_.begin(); holders_.empty() && next != places_.end();) {
    if (!next->caller) {
      ++next;
    } else if (has_hung_up(*next)) {
      next = remove(next, Answer::kHungUp, steps);
    } else {
      occupy(next->pod, now);
      next->caller->share.emplace(*std::move(next->share));
      next->share.reset();
      next = remove(next, Answer::kTurn, steps);
    }
  }
}

void NodeLine::send_away(Time now, Steps& steps) {
  const Pace::Duration current = now - held_since_;
  const Pace::Duration pace = pace_.estimate(current);
  std::size_t position = 0;
  for (Place& place : places_) {
    const auto ahead = static_cast<Pace::Duration::rep>(position++);
    if (!place.caller) continue;
    const verbs::Visit& visit = place.caller->visit;
    const auto stay = stay_for({.turn_in = pace - current + ahead * pace,
                                .left = std::max(visit.deadline - now, Pace::Duration{0}),
                                .patience = visit.deadline - place.caller->since,
                                .failures = place.failures});
    if (now < visit.deadline && (!stay || *stay > Pace::Duration{0})) continue;
    ++place.failures;
    place.kept_until = now + kKept;
    place.caller->answer = Answer::kSentAway;
    place.caller->text = text_for(position);
    steps.answered.push_back(std::move(place.caller));
  }
}

std::string NodeLine::text_for(std::size_t position) const {
  return "its node plugin sets up one pod at a time; number " + std::to_string(position) + " of " +
         std::to_string(places_.size()) + " in line, place and NPU share are kept for " +
         std::to_string(kKept.count()) + " s: try again";
}

}  // namespace npushare::sync
