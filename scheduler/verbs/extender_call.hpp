/// What a thread keeps from one call of filter or prioritize to the next: memory, and what pods
/// that read the same have asked.
///
/// Threads: each its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "scheduler/verbs/question.hpp"
#include "scheduler/wire/extender.hpp"

namespace npushare::verbs {

/// The questions of pods by kind, as wire::PodMolds numbers them.
class Questions {
 public:
  static constexpr std::size_t kMost = wire::PodMolds::kMost;

  /// As read_question() reads it; valid until the next call.
  Result<const Question*> of(const wire::PodMolds& pods, const std::shared_ptr<const Rules>& rules);

 private:
  struct Known {
    std::uint64_t kind = 0;
    std::shared_ptr<const Rules> rules;
    Question question;
  };

  std::vector<Known> known_;
  std::size_t next_ = 0;  // to be replaced
};

struct ExtenderCall {
  wire::ExtenderArgs args;
  Questions questions;
};

ExtenderCall& call_of_this_thread();

}  // namespace npushare::verbs
