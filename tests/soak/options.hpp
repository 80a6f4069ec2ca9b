/// What a soak run is asked to do.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace npushare::soak {

/// What the service runs as: a part of this process, or a program that is killed.
enum class Body : std::uint8_t { kApp, kProgram, kBoth };

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t faults = 10'000;       // so many are injected before the run ends
  std::chrono::seconds at_most{1800};  // a run that takes longer has failed
  Body body = Body::kBoth;
  std::string program;  // path of npushare; for Body::kApp it may be empty
  std::string diary;    // a file to write down what happens; empty: none
};

}  // namespace npushare::soak
