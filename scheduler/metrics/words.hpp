/// How meters call things in labels: few words, lower case, with hyphens.
#pragma once

#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/metrics/meters.hpp"

namespace npushare::metrics {

constexpr std::string_view word_of(Verb verb) {
  switch (verb) {
    case Verb::kFilter: return "filter";
    case Verb::kPrioritize: return "prioritize";
    case Verb::kPreempt: return "preempt";
    case Verb::kBind: return "bind";
    case Verb::kAdmit: return "admit";
    case Verb::kConvert: return "convert";
    case Verb::kVolcanoPredicate: return "volcano_predicate";
    case Verb::kVolcanoPrioritize: return "volcano_prioritize";
    case Verb::kVolcanoAllocate: return "volcano_allocate";
    case Verb::kVolcanoDeallocate: return "volcano_deallocate";
    case Verb::kVolcanoOther: return "volcano_other";
  }
  __builtin_unreachable();
}

constexpr std::string_view word_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone: return "done";
    case Outcome::kRefused: return "refused";
    case Outcome::kError: return "error";
    case Outcome::kNotReady: return "not-ready";
    case Outcome::kNotLeading: return "not-leading";
  }
  __builtin_unreachable();
}

constexpr std::string_view word_of(Wait wait) {
  switch (wait) {
    case Wait::kTurn: return "turn";
    case Wait::kSentAway: return "sent-away";
    case Wait::kGivenUp: return "given-up";
  }
  __builtin_unreachable();
}

constexpr std::string_view word_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalid: return "invalid";
    case ErrorCode::kNotFound: return "not-found";
    case ErrorCode::kConflict: return "conflict";
    case ErrorCode::kExpired: return "expired";
    case ErrorCode::kUnauthorized: return "unauthorized";
    case ErrorCode::kTooLarge: return "too-large";
    case ErrorCode::kBusy: return "busy";
    case ErrorCode::kTimeout: return "timeout";
    case ErrorCode::kUncertain: return "uncertain";
    case ErrorCode::kInternal: return "internal";
  }
  __builtin_unreachable();
}

}  // namespace npushare::metrics
