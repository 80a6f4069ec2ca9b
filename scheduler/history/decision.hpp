/// One thing that npushare decided about a pod, as it is remembered.
///
/// Size:    about 330 bytes and its texts; a refusal's text is made later, so noting one costs no
///          more than its names.
/// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "accounting/names.hpp"
#include "accounting/reason_counts.hpp"
#include "scheduler/observe/clock.hpp"

namespace npushare::history {

/// Volcano's predicate and prioritize are kFilter and kPrioritize: the same questions.
enum class Verb : std::uint8_t {
  kFilter,
  kPrioritize,
  kPreempt,
  kAllocate,  // a session of Volcano places the pod on trial
  kBind,
  kAdmit,
  kNudge,
  kRelease,
};

enum class Outcome : std::uint8_t {
  kPlaced,     // some node will do
  kRefused,    // no node will, or not this one now
  kHeld,       // the best node is kept for a moment
  kBound,      // the Binding is written
  kAdmitted,   // somebody else's Binding was given its grants
  kDenied,     // it was not, and will not happen
  kUncertain,  // the Binding was sent and its outcome is not known
  kError,      // the call failed
  kNudged,     // woken, since room has come
  kReleased,   // its shares have gone back
};

struct Decision {
  observe::Clock::Wall at;
  Verb verb = Verb::kFilter;
  Outcome outcome = Outcome::kPlaced;
  PodKey pod;
  PodUid uid;
  NodeName node;            // empty: about no single node
  std::string message;      // empty: the counts say it
  std::uint32_t nodes = 0;  // asked about
  std::uint32_t fits = 0;   // of them
  ReasonCounts reasons;     // of those that do not
};

std::string_view word_of(Verb verb);
std::string_view word_of(Outcome outcome);

/// Nothing for any other word.
std::optional<Verb> verb_named(std::string_view word);

/// What is said of the decision: its message, or its counts: "0/120 nodes: 80 insufficient NPU
/// memory, 40 NPU split in another mode".
std::string text_of(const Decision& decision);

}  // namespace npushare::history
