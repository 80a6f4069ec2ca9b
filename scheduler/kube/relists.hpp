/// Asks a running informer for a list no older than now: what a new leader needs before it may
/// trust its book.
///
/// Threads: any.
/// Source:  spec/kube-scheduler-extender.md 4.6, fencing 3.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/kube/interrupt.hpp"

namespace npushare::kube {

class Relists {
 public:
  using Done = std::function<void(Result<>)>;

  /// `done` is called once: when all objects of a list that began after this call are with the
  /// sink, or with kInternal when the informer ends before. It must be quick. The informer goes on
  /// trying through failures of the server.
  void ask(Done done);

  // What follows is the informer's side.

  /// Ends its call or pause when somebody asks.
  const std::shared_ptr<Interrupt>& interrupt() const { return interrupt_; }
  bool is_wanted() const;
  /// True when a list must begin now; it will be for all who have asked so far.
  bool begin();
  void answer();
  void end();

 private:
  void tell(const Result<>& result);

  std::shared_ptr<Interrupt> interrupt_ = std::make_shared<Interrupt>();
  mutable std::mutex mutex_;
  std::vector<Done> asked_;
  std::vector<Done> served_;  // by the list that is under way
  bool has_ended_ = false;
};

}  // namespace npushare::kube
