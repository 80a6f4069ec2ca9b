/// The options of the commands that show what a service holds, by subject.
///
/// Errors: a sentence about words that make no sense together.
#pragma once

#include <array>
#include <string>

#include "scheduler/cli/command_line.hpp"

namespace CLI {
class App;
}

namespace npushare::cli {

inline constexpr std::array kSubjects{Subject::kTop,     Subject::kNodes,   Subject::kShares,
                                      Subject::kWaiting, Subject::kHistory, Subject::kQuotas,
                                      Subject::kDrift,   Subject::kLeaks,   Subject::kStatus};

/// What the options of one of these commands are read into. It stays where it is made.
struct ShowOptions {
  ShowCommand command;
  std::string since;  // history: 1h
};

void declare_show(CLI::App& app, ShowOptions& into);

/// Settles what the words mean together; a sentence when they do not. With a pod named
/// NAMESPACE/NAME the namespace need not be given.
std::string finish_show(ShowOptions& options);

/// NAMESPACE/NAME or NAME, and a namespace given apart: into one of each. A sentence when they
/// contradict each other, or name no pod.
std::string split_pod(std::string& pod, std::string& space);

}  // namespace npushare::cli
