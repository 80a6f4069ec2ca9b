/// What the service needs to be well, thing by thing.
///
/// Shape:   each check tells what is wrong, or nothing. A check says how far its failure reaches:
///          verbs that would answer from unfinished books, the readiness that a Service routes by,
///          or nobody: then it only shows.
/// Threads: add() before anything asks; the rest from any. The checks themselves must be quick and
///          callable from any thread.
/// Source:  the verbose health pages of kube-apiserver.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scheduler/metrics/sources.hpp"

namespace npushare {

class Health {
 public:
  /// What fails with the check.
  enum class Reach {
    kQuestions,  // no question may be answered, and we are not ready
    kReadiness,  // we are not ready
    kNobody,     // it shows, and that is all
  };
  /// Empty: all is well.
  using Problem = std::function<std::string()>;

  /// `note`, when given, says more of a check that is well.
  void add(std::string name, Reach reach, Problem problem, Problem note = nullptr);

  /// Why questions may not be answered, "nodes, pods"; empty when they may.
  std::string questions_wait_for() const;
  /// Why we are not ready; empty when we are.
  std::string waits_for() const;

  /// Every check, in the order they were added.
  std::vector<metrics::Check> results() const;

  /// "[+]nodes ok", "[-]leadership: held by a-1", a line each, and the verdict.
  std::string page(const std::string& endpoint) const;

 private:
  struct Check {
    std::string name;
    Reach reach;
    Problem problem;
    Problem note;
  };

  std::string failing(bool only_questions) const;

  std::vector<Check> checks_;
};

}  // namespace npushare
