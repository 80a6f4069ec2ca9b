// What bind costs beside its calls to the API server (spec/performance.md 2.2, B2 to B4).
//
// API server, extender and client share one processor. A null round trip is an empty POST to the
// same API server. Blocks of ours and of null take turns; a figure is the geometric mean of the
// blocks' ratios of medians.
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

#include "tests/bench/bind_desk.hpp"
#include "tests/bench/caller.hpp"

namespace npushare::bench {
namespace {

using std::chrono::milliseconds;
using Micros = std::chrono::duration<double, std::micro>;

constexpr int kBlocks = 16;
constexpr milliseconds kBlockTime{250};

void pin_to_first_processor() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  sched_setaffinity(0, sizeof set, &set);
}

double median_us(Caller& caller, const char* path, const std::string& body) {
  std::vector<double> times;
  const auto end = std::chrono::steady_clock::now() + kBlockTime;
  while (std::chrono::steady_clock::now() < end || times.size() < 5) {
    const auto start = std::chrono::steady_clock::now();
    caller.post(path, body);
    times.push_back(Micros(std::chrono::steady_clock::now() - start).count());
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

void report(const char* id, const char* what, double figure, const char* unit, bool is_met) {
  std::printf("%-4s %-46s %9.2f %-4s %s\n", id, what, figure, unit, is_met ? "meets" : "misses");
  std::fflush(stdout);
}

/// p50 to (calls + 1) null round trips.
void measure_ratio(verbs::LockUse lock, int calls, const char* what) {
  constexpr double kTarget = 1.4;
  BindDesk desk(lock, milliseconds{0});
  Caller bind(desk.extender_port());
  Caller null(desk.api_port());
  const std::string body = BindDesk::body(0);
  double log_sum = 0;
  for (int block = 0; block < kBlocks; ++block) {
    const double ours = median_us(bind, "/bind", body);
    log_sum += std::log(ours / ((calls + 1) * median_us(null, "/null", body)));
  }
  const double ratio = std::exp(log_sum / kBlocks);
  report("B2", what, ratio, "x", ratio <= kTarget);
}

/// p50 less what the API server takes for itself.
void measure_own_time(milliseconds latency, const char* what) {
  constexpr double kTarget = 1.0;
  BindDesk desk(verbs::LockUse::kHami, latency);
  Caller bind(desk.extender_port());
  const double own_ms =
      median_us(bind, "/bind", BindDesk::body(0)) / 1000 - 2 * static_cast<double>(latency.count());
  report("B3", what, own_ms, "ms", own_ms <= kTarget);
}

/// Calls a second of one caller for each node, all at once.
double rate(std::uint16_t port, const char* path) {
  constexpr int kCalls = 60;
  std::vector<std::thread> threads;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t node = 0; node < BindDesk::kNodes; ++node) {
    threads.emplace_back([port, path, node] {
      Caller caller(port);
      const std::string body = BindDesk::body(node);
      for (int call = 0; call < kCalls; ++call) caller.post(path, body);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const Micros took = std::chrono::steady_clock::now() - start;
  return 1e6 * kCalls * static_cast<double>(BindDesk::kNodes) / took.count();
}

void measure_rate(milliseconds latency, const char* what) {
  constexpr double kTarget = 0.7;
  constexpr int kRounds = 5;
  BindDesk desk(verbs::LockUse::kNone, latency);
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    const double ours = rate(desk.extender_port(), "/bind");
    ratios.push_back(ours / rate(desk.api_port(), "/api/v1/namespaces/ai/pods/p/binding"));
  }
  std::ranges::sort(ratios);
  report("B4", what, ratios[kRounds / 2], "x", ratios[kRounds / 2] >= kTarget);
}

}  // namespace
}  // namespace npushare::bench

int main() {
  using namespace npushare;
  using namespace npushare::bench;
  pin_to_first_processor();
  measure_ratio(verbs::LockUse::kNone, 1, "bind, 1 call, to 2 null round trips");
  measure_ratio(verbs::LockUse::kHami, 2, "bind, 2 calls, to 3 null round trips");
  measure_own_time(milliseconds{5}, "bind without its 2 calls of 5 ms");
  measure_own_time(milliseconds{20}, "bind without its 2 calls of 20 ms");
  measure_rate(milliseconds{5}, "64 binds at once, to the API server's own, 5 ms");
  measure_rate(milliseconds{20}, "64 binds at once, to the API server's own, 20 ms");
}
