/// What happens and must be counted while it does: questions, binds, waits and API calls.
///
/// Shape:   every combination of labels that can come has its series from the start, but for the
///          codes of API calls. No label holds a name from outside: the number of series is fixed
///          by this file.
/// Cost:    some ten nanoseconds a number; counting waits for no scrape.
/// Threads: any.
/// Source:  spec/kube-scheduler-extender.md 5 (metrics that kube-scheduler does not give); case
/// C154.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "accounting/reason_counts.hpp"
#include "accounting/result.hpp"
#include "scheduler/kube/call_end.hpp"

namespace npushare::metrics {

enum class Verb : std::uint8_t {
  kFilter,
  kPrioritize,
  kPreempt,
  kBind,
  kAdmit,
  kConvert,  // of pods into pods with claims, and their deletions
  kVolcanoPredicate,
  kVolcanoPrioritize,
  kVolcanoAllocate,
  kVolcanoDeallocate,
  kVolcanoOther,  // of sessions, and what is answered without a look
};
inline constexpr Verb kLastVerb = Verb::kVolcanoOther;

enum class Outcome : std::uint8_t {
  kDone,
  kRefused,     // no node will do
  kError,       // the question could not be read, or the bind failed; a Binding was denied
  kNotReady,    // the books are not read yet
  kNotLeading,  // another replica binds
};

/// One question and what was answered.
struct Answered {
  Verb verb = Verb::kFilter;
  Outcome outcome = Outcome::kDone;
  std::chrono::nanoseconds took{0};
  std::size_t body_bytes = 0;
  std::size_t nodes = 0;   // asked about
  std::size_t fit = 0;     // of them
  ReasonCounts reasons{};  // of those that do not; filter's and predicate's only
};

/// How a wait for a node's turn ended.
enum class Wait : std::uint8_t {
  kTurn,
  kSentAway,  // the scheduler comes back, place and share are kept
  kGivenUp,   // hung up, gone, bound elsewhere
};

class Meters {
 public:
  using Duration = std::chrono::nanoseconds;

  Meters();
  ~Meters();
  Meters(const Meters&) = delete;
  Meters& operator=(const Meters&) = delete;

  void answered(const Answered& question);
  /// How a bind that was begun has ended.
  void bound(const Result<>& bind);
  /// A Binding whose outcome is not known.
  void doubted();
  void waited(Wait wait, Duration took);
  void called(const kube::CallEnd& call);

  /// Everything counted so far, in the text format.
  std::string text() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace npushare::metrics
