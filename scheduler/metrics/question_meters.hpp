/// What the scheduler asked, and what it was answered.
///
/// Threads: any.
#pragma once

#include <prometheus/counter.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <array>

#include "scheduler/metrics/meters.hpp"

namespace npushare::metrics {

class QuestionMeters {
 public:
  explicit QuestionMeters(prometheus::Registry& registry);

  void count(const Answered& question);

 private:
  static constexpr std::size_t kVerbCount = static_cast<std::size_t>(kLastVerb) + 1;
  static constexpr std::size_t kOutcomeCount = 5;
  static constexpr std::size_t kReasonCount = static_cast<std::size_t>(kLastReason) + 1;

  /// All of one verb.
  struct OfVerb {
    std::array<prometheus::Counter*, kOutcomeCount> outcomes{};
    prometheus::Histogram* took = nullptr;
    prometheus::Counter* body_bytes = nullptr;
    prometheus::Counter* fit = nullptr;
    prometheus::Counter* refused = nullptr;
  };

  void add_requests(prometheus::Registry& registry);
  void add_nodes(prometheus::Registry& registry);
  void add_reasons(prometheus::Registry& registry);
  void count_reasons(const Answered& question);

  std::array<OfVerb, kVerbCount> verbs_{};
  std::array<prometheus::Counter*, kReasonCount> refused_pods_{};
  std::array<prometheus::Counter*, kReasonCount> refused_nodes_{};
};

}  // namespace npushare::metrics
