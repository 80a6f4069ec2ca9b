// The parts of a call, without the network.

#include <benchmark/benchmark.h>

#include "policies/planner.hpp"
#include "policies/registry.hpp"
#include "scheduler/verbs/filter.hpp"
#include "scheduler/verbs/prioritize.hpp"
#include "scheduler/wire/extender.hpp"
#include "tests/bench/state.hpp"

namespace npushare::bench {
namespace {

LedgerBook& large_book() {
  static LedgerBook book;
  static const bool is_filled = (fill(book, kLarge), true);
  benchmark::DoNotOptimize(is_filled);
  return book;
}

void filter_names(benchmark::State& state) {
  const auto candidates = static_cast<std::size_t>(state.range(0));
  Desk desk(large_book());
  const std::string body = names_body(kLarge, candidates, 7, Order::kRotated);
  for (auto _ : state) benchmark::DoNotOptimize(verbs::filter(body, desk.services()));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(filter_names)->Arg(1)->Arg(500)->Arg(5'000);

void prioritize_names(benchmark::State& state) {
  const auto candidates = static_cast<std::size_t>(state.range(0));
  Desk desk(large_book());
  const std::string body = names_body(kLarge, candidates, 7, Order::kRotated);
  for (auto _ : state)
    benchmark::DoNotOptimize(verbs::prioritize(body, desk.services()).has_value());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(prioritize_names)->Arg(500);

void read_names(benchmark::State& state) {
  const LedgerBook::Directory directory = large_book().directory();
  const std::string body = names_body(kLarge, 5'000, 7, Order::kRotated);
  wire::ExtenderArgs args;
  for (auto _ : state)
    benchmark::DoNotOptimize(wire::read_extender_args(body, *directory, args).has_value());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(body.size()));
}
BENCHMARK(read_names);

void plan_one_node(benchmark::State& state) {
  Desk desk(large_book());
  wire::ExtenderArgs args;
  const LedgerBook::Directory directory = large_book().directory();
  const std::string body = names_body(kLarge, 1, 0, Order::kRotated);
  if (!wire::read_extender_args(body, *directory, args)) return state.SkipWithError("body");
  const auto rules = desk.services().rules.load();
  const Result<Request> request = rules->dialect.read_request(args.pod());
  if (!request) return state.SkipWithError("request");
  const LedgerBook::Snapshot node = large_book().snapshot(NodeName{node_name(0)});
  for (auto _ : state)
    benchmark::DoNotOptimize(plan_on(*node, *request, *rules->chip_policy).fits());
}
BENCHMARK(plan_one_node);

}  // namespace
}  // namespace npushare::bench
