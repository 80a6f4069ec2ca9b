/// Waits for the list of nodes and the list of pods.
///
/// Threads: any.
#pragma once

#include <mutex>
#include <utility>

#include "scheduler/kube/relists.hpp"

namespace npushare::sync {

/// Tells once two lists are done; of two failures the last.
class BothLists {
 public:
  explicit BothLists(kube::Relists::Done done) : done_(std::move(done)) {}

  void one(const Result<>& result) {
    std::unique_lock lock(mutex_);
    if (!result) outcome_ = result;
    if (--left_ > 0) return;
    lock.unlock();
    if (done_) done_(outcome_);
  }

 private:
  const kube::Relists::Done done_;
  std::mutex mutex_;
  int left_ = 2;
  Result<> outcome_;
};

}  // namespace npushare::sync
