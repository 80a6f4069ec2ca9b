#include "scheduler/metrics/api_meters.hpp"

#include <algorithm>

#include "scheduler/metrics/words.hpp"

namespace npushare::metrics {
namespace {

constexpr unsigned kFirstStatus = 100;
constexpr unsigned kLastStatus = 599;
constexpr int kStrangeStatus = 0;

prometheus::Histogram::BucketBoundaries durations() {
  return {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
}

int key_of(const kube::CallEnd& call) {
  if (call.error) return -1 - static_cast<int>(*call.error);
  const bool is_known = call.status >= kFirstStatus && call.status <= kLastStatus;
  return is_known ? static_cast<int>(call.status) : kStrangeStatus;
}

std::string text_of(int key, const kube::CallEnd& call) {
  if (call.error) return std::string(word_of(*call.error));
  return key == kStrangeStatus ? "other" : std::to_string(key);
}

}  // namespace

ApiMeters::ApiMeters(prometheus::Registry& registry)
    : calls_(prometheus::BuildCounter()
                 .Name("npushare_api_requests_total")
                 .Help("Calls to the API server, by verb and status or failure.")
                 .Register(registry)) {
  auto& took = prometheus::BuildHistogram()
                   .Name("npushare_api_request_duration_seconds")
                   .Help(
                       "Of a call to the API server, its own waiting included; of a watch up to "
                       "its beginning.")
                   .Register(registry);
  for (std::size_t i = 0; i < kVerbs.size(); ++i)
    took_[i] = &took.Add({{"verb", kVerbs[i]}}, durations());
}

void ApiMeters::count(const kube::CallEnd& call) {
  const auto known = std::ranges::find(kVerbs, call.verb);
  const std::size_t verb =
      known == kVerbs.end() ? kVerbs.size() - 1 : static_cast<std::size_t>(known - kVerbs.begin());
  counter_for(verb, call).Increment();
  took_[verb]->Observe(std::chrono::duration<double>(call.took).count());
}

prometheus::Counter& ApiMeters::counter_for(std::size_t verb, const kube::CallEnd& call) {
  const int key = key_of(call);
  const std::lock_guard lock(mutex_);
  prometheus::Counter*& known = known_[{verb, key}];
  if (known == nullptr) known = &calls_.Add({{"verb", kVerbs[verb]}, {"code", text_of(key, call)}});
  return *known;
}

}  // namespace npushare::metrics
