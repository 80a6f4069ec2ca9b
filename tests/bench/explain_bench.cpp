// explain of a waiting pod over 5,000 nodes of eight chips: the answer made and written, as GET
// /v1/explain has it. Median of seven runs, by wall time; docs/performance.md has the figures.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string>

#include "scheduler/verbs/explain.hpp"
#include "tests/bench/state.hpp"

namespace npushare::bench {
namespace {

constexpr std::size_t kRuns = 7;

void measure(const char* what, LedgerBook& book) {
  Desk desk(book);
  const std::string pod = pod_json();
  std::array<double, kRuns> took{};
  std::size_t size = 0;
  for (double& one : took) {
    const auto begin = std::chrono::steady_clock::now();
    const Result<wire::Json> answer = verbs::explain_manifest(pod, desk.services());
    size = answer ? answer->text().size() : 0;
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    one = time.count();
  }
  std::ranges::sort(took);
  std::printf("explain, 5,000 nodes, %s: %.0f ms, %.1f MB\n", what, took[kRuns / 2],
              static_cast<double>(size) / 1e6);
}

}  // namespace
}  // namespace npushare::bench

int main() {
  using namespace npushare;
  LedgerBook roomy;
  bench::fill(roomy, bench::kLarge);
  bench::measure("most of which fit", roomy);
  LedgerBook full;
  bench::fill_up(full, bench::kLarge);
  bench::measure("none of which fits", full);
}
