/// Runs a program to its end.
///
/// It reads nothing, and gets none of our open files. Whoever it started and left behind is ended
/// with it when it does not end in time.
/// Errors:  kNotFound: no such program; kTimeout; kTooLarge: it printed above 1 MiB; kInternal: it
///          ended with another code than 0, or was stopped by us. The message carries the end of
///          its standard error.
/// Threads: blocks the caller's.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::kube {

struct CommandLine {
  std::vector<std::string> words;  // the program, as a path or to be looked up, and its arguments
  std::vector<std::pair<std::string, std::string>> environment{};  // beside and above our own
  std::chrono::milliseconds time_limit{60'000};
};

/// What it printed to standard output.
Result<std::string> run_command(const CommandLine& line, const std::stop_token& stop);

}  // namespace npushare::kube
