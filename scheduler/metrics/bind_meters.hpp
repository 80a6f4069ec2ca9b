/// How binds end, and how long pods wait for their turn at a node.
///
/// Threads: any.
#pragma once

#include <prometheus/counter.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <array>

#include "scheduler/metrics/meters.hpp"

namespace npushare::metrics {

class BindMeters {
 public:
  explicit BindMeters(prometheus::Registry& registry);

  void count(const Result<>& bind);
  void count(Wait wait, std::chrono::nanoseconds took);
  void count_doubt() { doubts_->Increment(); }

 private:
  static constexpr std::size_t kErrors = static_cast<std::size_t>(ErrorCode::kInternal) + 1;
  static constexpr std::size_t kWaits = 3;

  prometheus::Counter* bound_;
  std::array<prometheus::Counter*, kErrors> errors_{};
  prometheus::Counter* doubts_;
  std::array<prometheus::Histogram*, kWaits> waits_{};
};

}  // namespace npushare::metrics
