/// A whole run: the cluster, the service in it, everything that goes wrong, and the verdict.
#pragma once

#include <string>

#include "tests/soak/findings.hpp"
#include "tests/soak/options.hpp"

namespace npushare::soak {

struct Outcome {
  bool is_clean = false;
  std::string report;  // seed, counts and breaches, to be printed
};

Outcome run(const Options& options);

}  // namespace npushare::soak
