#include "scheduler/kube/event_series.hpp"

#include <algorithm>

#include "scheduler/wire/rfc3339.hpp"

namespace npushare::kube {
namespace {

const char* text_of(EventType type) {
  switch (type) {
    case EventType::kNormal: return "Normal";
    case EventType::kWarning: return "Warning";
  }
  return "";
}

std::uint64_t nanoseconds(observe::Clock::Wall wall) {
  using std::chrono::nanoseconds;
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<nanoseconds>(wall.time_since_epoch()).count());
}

}  // namespace

std::vector<EventWrite> EventSeries::note(const Event& event, const observe::Clock& clock) {
  Kind kind{event.regarding, event.type, event.reason, event.action};
  const std::string time = wire::micro_time(clock.wall());
  if (const auto known = series_.find(kind); known != series_.end()) {
    ++known->second.count;
    known->second.seen_at = clock.now();
    known->second.seen_time = time;
    known->second.note = event.note;
    return {};
  }
  if (series_.size() >= kMostKinds) forget_one();
  const std::string name = wire::event_name(event.regarding, nanoseconds(clock.wall()));
  Series& series = series_[std::move(kind)];
  series.name = name;
  series.told_at = series.seen_at = clock.now();
  series.seen_time = time;
  series.told_note = series.note = event.note;
  return {{.kind = EventWrite::Kind::kCreate,
           .space = wire::event_space(event.regarding),
           .name = name,
           .body = wire::write_event({.name = name,
                                      .regarding = event.regarding,
                                      .type = text_of(event.type),
                                      .reason = event.reason,
                                      .action = event.action,
                                      .note = event.note,
                                      .controller = controller_,
                                      .instance = instance_,
                                      .time = time})}};
}

std::vector<EventWrite> EventSeries::due(const observe::Clock& clock) {
  std::vector<EventWrite> writes;
  for (auto entry = series_.begin(); entry != series_.end();) {
    auto& [kind, series] = *entry;
    const bool has_ended = clock.now() - series.seen_at >= kSilence;
    const bool has_news = series.count > series.told;
    if (has_news && (has_ended || clock.now() - series.told_at >= pause_of(series))) {
      writes.push_back(patch(kind, series));
      series.told = series.count;
      series.told_at = clock.now();
      series.told_note = series.note;
    }
    entry = has_ended ? series_.erase(entry) : std::next(entry);
  }
  return writes;
}

void EventSeries::forget_one() {
  series_.erase(std::min_element(series_.begin(), series_.end(), [](const auto& a, const auto& b) {
    return a.second.seen_at < b.second.seen_at;
  }));
}

std::chrono::minutes EventSeries::pause_of(const Series& series) {
  if (series.told == 1) return kFirstTelling;
  return series.note == series.told_note ? kTelling : kRewording;
}

EventWrite EventSeries::patch(const Kind& kind, const Series& series) {
  const bool is_reworded = series.note != series.told_note;
  return {.kind = is_reworded ? EventWrite::Kind::kReword : EventWrite::Kind::kPatch,
          .space = wire::event_space(std::get<wire::ObjectRef>(kind)),
          .name = series.name,
          .body = is_reworded
                      ? wire::write_event_rewording(series.note, series.count, series.seen_time)
                      : wire::write_event_series(series.count, series.seen_time)};
}

}  // namespace npushare::kube
