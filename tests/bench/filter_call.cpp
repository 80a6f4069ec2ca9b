// One state, N filter calls: for counting instructions a call (tools/run-bench subtracts two runs).
// usage: filter_call CANDIDATES CALLS rotated|shuffled|full|scores
//        full: rotated, and no node has room; scores: rotated, and prioritize is called

#include <cstdlib>
#include <cstring>
#include <iostream>

#include "scheduler/verbs/filter.hpp"
#include "scheduler/verbs/prioritize.hpp"
#include "tests/bench/state.hpp"

int main(int argc, char** argv) {
  using namespace npushare;
  using namespace npushare::bench;
  if (argc != 4) {
    std::cerr << "usage: filter_call CANDIDATES CALLS rotated|shuffled|full|scores\n";
    return 2;
  }
  const auto candidates = static_cast<std::size_t>(std::atoll(argv[1]));
  const auto calls = static_cast<std::size_t>(std::atoll(argv[2]));
  const bool is_shuffled = std::strcmp(argv[3], "shuffled") == 0;

  LedgerBook book;
  if (std::strcmp(argv[3], "full") == 0) {
    fill_up(book, kLarge);
  } else {
    fill(book, kLarge);
  }
  Desk desk(book);
  // Bodies are made before the calls, and as many whatever CALLS is, so that two runs differ in
  // calls alone.
  std::vector<std::string> bodies;
  for (std::size_t k = 0; k < 4; ++k)
    bodies.push_back(
        names_body(kLarge, candidates, k * 7, is_shuffled ? Order::kShuffled : Order::kRotated));
  const bool is_rated = std::strcmp(argv[3], "scores") == 0;
  std::size_t bytes = 0;
  for (std::size_t call = 0; call < 4 + calls; ++call) {
    const std::string& body = bodies[call % bodies.size()];
    bytes += is_rated ? verbs::prioritize(body, desk.services())->size()
                      : verbs::filter(body, desk.services()).text.size();
  }
  std::cout << bytes << '\n';
}
