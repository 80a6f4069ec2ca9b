/// Which events to write, and which only to count.
///
/// The first of its kind is written at once. Its repeats become a series: told a minute after the
/// first, then every half hour, or every five minutes when the words have changed, and a last time
/// when there was none for six minutes. So a pod is never told the same reason more than once a
/// minute, and its one event says what is the case now.
/// Bounds:  kMostKinds kinds, each about 700 bytes: 7 MiB.
/// Threads: a plain value.
/// Source:  spec/kube-scheduler-extender.md 4.7; k8s.io/client-go tools/events. A note is immutable
///          through events.k8s.io/v1, and not through the core API, which shows the same events.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "scheduler/observe/clock.hpp"
#include "scheduler/wire/event_object.hpp"

namespace npushare::kube {

enum class EventType : std::uint8_t { kNormal, kWarning };

struct Event {
  wire::ObjectRef regarding;
  EventType type = EventType::kNormal;
  std::string reason;  // CamelCase, few of them: NodeLockTakenOver
  std::string action;  // what we were doing: Binding
  std::string note;    // for people
};

/// One call to make.
struct EventWrite {
  enum class Kind : std::uint8_t { kCreate, kPatch, kReword };  // kReword: through the core API
  Kind kind = Kind::kCreate;
  std::string space;
  std::string name;
  std::string body;
};

class EventSeries {
 public:
  static constexpr std::size_t kMostKinds = 10'000;  // above, the one longest silent is forgotten
  static constexpr std::chrono::minutes kFirstTelling{1};
  static constexpr std::chrono::minutes kTelling{30};
  static constexpr std::chrono::minutes kRewording{5};
  static constexpr std::chrono::minutes kSilence{6};

  EventSeries(std::string controller, std::string instance)
      : controller_(std::move(controller)), instance_(std::move(instance)) {}

  /// What one more event needs: one write or none.
  std::vector<EventWrite> note(const Event& event, const observe::Clock& clock);

  /// What has become due with time.
  std::vector<EventWrite> due(const observe::Clock& clock);

 private:
  using Time = observe::Clock::Monotonic;
  using Kind = std::tuple<wire::ObjectRef, EventType, std::string, std::string>;
  struct Series {
    std::string name;
    std::uint64_t count = 1;
    std::uint64_t told = 1;  // of them
    Time told_at;
    Time seen_at;
    std::string seen_time;  // the same as text
    std::string told_note;
    std::string note;  // of the last one
  };

  void forget_one();
  static std::chrono::minutes pause_of(const Series& series);
  static EventWrite patch(const Kind& kind, const Series& series);

  std::string controller_;
  std::string instance_;
  std::map<Kind, Series> series_;
};

}  // namespace npushare::kube
