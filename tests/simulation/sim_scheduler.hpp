/// kube-scheduler as far as npushare sees it: a pod is tried on a node that fits, its bind hung up
/// on after 5 s; a failed bind is tried again after 1, 2, 4, 8, 10 s; a pod that fits nowhere waits
/// for five minutes, or until its annotations change.
///
/// Calls go to the replica that says it may write, as the Service routes them.
/// Threads: one.
/// Source:  spec/kube-scheduler-extender.md 1.1, 1.7.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/simulation/diary.hpp"
#include "tests/simulation/replica.hpp"

namespace npushare::simulation {

class SimScheduler {
 public:
  /// `leader`: null when nobody is to be found.
  SimScheduler(Sky sky, Diary& diary, std::vector<NodeName> nodes,
               std::function<Replica*()> leader);

  /// kube-scheduler is restarted: it forgets what it waits for.
  void restart() { tasks_.clear(); }
  /// Binds that have no answer yet.
  std::size_t under_way() const;

 private:
  struct Task {
    Millis due{0};
    Millis called{0};
    std::uint64_t call = 0;
    bool is_calling = false;
    int failures = 0;
    std::string nudge;  // the annotation as last seen
  };

  void look();
  void attend(const wire::Json& shown);
  void schedule(Task& task, const wire::Pod& pod);
  void answered(const std::string& uid, std::uint64_t call, const Result<>& done);
  void fail(Task& task);

  const Sky sky_;
  Diary& diary_;
  const std::vector<NodeName> nodes_;
  const std::function<Replica*()> leader_;
  std::map<std::string, Task> tasks_;  // by UID
  std::uint64_t calls_ = 0;
};

}  // namespace npushare::simulation
