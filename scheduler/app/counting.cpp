#include "scheduler/app/counting.hpp"

namespace npushare {
namespace {

metrics::Outcome outcome_of(const verbs::CallNotes& notes) {
  if (!notes.error.empty()) return metrics::Outcome::kError;
  return notes.is_refusal() ? metrics::Outcome::kRefused : metrics::Outcome::kDone;
}

}  // namespace

CountedCall::~CountedCall() {
  if (meters_ == nullptr) return;
  meters_->answered({.verb = verb_,
                     .outcome = outcome_ ? *outcome_ : outcome_of(notes),
                     .took = took(),
                     .body_bytes = body_bytes_,
                     .nodes = notes.nodes,
                     .fit = notes.fit,
                     .reasons = notes.reasons});
}

}  // namespace npushare
