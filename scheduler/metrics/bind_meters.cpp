#include "scheduler/metrics/bind_meters.hpp"

#include "scheduler/metrics/words.hpp"

namespace npushare::metrics {
namespace {

/// Up to the time that a place in line is kept.
prometheus::Histogram::BucketBoundaries waits() {
  return {0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 10, 30};
}

}  // namespace

BindMeters::BindMeters(prometheus::Registry& registry) {
  auto& binds = prometheus::BuildCounter()
                    .Name("npushare_binds_total")
                    .Help("Binds that were begun, by how they ended.")
                    .Register(registry);
  bound_ = &binds.Add({{"outcome", "bound"}});
  for (std::size_t i = 0; i < kErrors; ++i)
    errors_[i] = &binds.Add({{"outcome", std::string(word_of(static_cast<ErrorCode>(i)))}});
  doubts_ = &prometheus::BuildCounter()
                 .Name("npushare_uncertain_bindings_total")
                 .Help("Bindings that were sent and whose outcome was not known.")
                 .Register(registry)
                 .Add({});
  auto& lines = prometheus::BuildHistogram()
                    .Name("npushare_gate_wait_seconds")
                    .Help("How long binds waited for their turn at a node, by how that ended.")
                    .Register(registry);
  for (const Wait wait : {Wait::kTurn, Wait::kSentAway, Wait::kGivenUp})
    waits_[static_cast<std::size_t>(wait)] =
        &lines.Add({{"outcome", std::string(word_of(wait))}}, waits());
}

void BindMeters::count(const Result<>& bind) {
  (bind ? bound_ : errors_[static_cast<std::size_t>(bind.error().code)])->Increment();
}

void BindMeters::count(Wait wait, std::chrono::nanoseconds took) {
  waits_[static_cast<std::size_t>(wait)]->Observe(std::chrono::duration<double>(took).count());
}

}  // namespace npushare::metrics
