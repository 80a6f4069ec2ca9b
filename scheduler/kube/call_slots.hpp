/// So many calls on their way at once; the others wait, first come, first served.
///
/// A scheduler that has 1,000 pods to bind asks for all of them together. With a connection for
/// each, the handshakes alone take longer than a bind may; and an API server turns away what is too
/// much for it. Threads: any; lives as long as its slots and who waits for one. Source:
/// spec/kube-scheduler-extender.md 4.3.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "scheduler/kube/pauses.hpp"

namespace npushare::kube {

class CallSlots {
 public:
  using Clock = std::chrono::steady_clock;

  /// Free again when it dies.
  class Slot {
   public:
    explicit Slot(std::shared_ptr<CallSlots> slots) : slots_(std::move(slots)) {}
    Slot(Slot&&) noexcept = default;  // leaves null behind
    Slot& operator=(Slot&&) = delete;
    ~Slot() {
      if (slots_) slots_->leave();
    }

   private:
    std::shared_ptr<CallSlots> slots_;
  };

  explicit CallSlots(std::size_t most) : free_(most) {}

  /// Nothing when none came free by then.
  static asio::awaitable<std::optional<Slot>> enter(std::shared_ptr<CallSlots> slots,
                                                    Clock::time_point by);

 private:
  struct Visitor {
    Pauses pause;
    bool has_slot = false;  // guarded by mutex_
  };

  bool has_slot(const Visitor& visitor) const;
  void leave();

  mutable std::mutex mutex_;
  std::size_t free_;  // more than 0 only while nobody waits
  std::deque<std::shared_ptr<Visitor>> waiting_;
};

}  // namespace npushare::kube
