// The long run: make soak. usage: soak [seed] [faults] [app|program|both] [seconds at most] [diary]
// The diary is a file that gets what happened, line by line, and the killed programs' logs.

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>

#include "tests/soak/run.hpp"

namespace {

npushare::soak::Body body_of(std::string_view word) {
  if (word == "app") return npushare::soak::Body::kApp;
  if (word == "program") return npushare::soak::Body::kProgram;
  return npushare::soak::Body::kBoth;
}

}  // namespace

int main(int argc, char** argv) {
  npushare::soak::Options options;
  options.program = NPUSHARE_PROGRAM;
  options.seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : std::random_device{}();
  if (argc > 2) options.faults = std::strtoull(argv[2], nullptr, 10);
  if (argc > 3) options.body = body_of(argv[3]);
  if (argc > 4) options.at_most = std::chrono::seconds(std::strtoll(argv[4], nullptr, 10));
  if (argc > 5) options.diary = argv[5];
  std::fprintf(stderr, "soak seed %llu\n", static_cast<unsigned long long>(options.seed));

  const npushare::soak::Outcome outcome = npushare::soak::run(options);
  std::printf("%s%s\n", outcome.report.c_str(), outcome.is_clean ? "clean" : "BROKEN");
  return outcome.is_clean ? EXIT_SUCCESS : EXIT_FAILURE;
}
