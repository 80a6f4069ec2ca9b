#include "scheduler/kube/call_slots.hpp"

#include <algorithm>
#include <boost/asio/this_coro.hpp>

namespace npushare::kube {

asio::awaitable<std::optional<CallSlots::Slot>> CallSlots::enter(std::shared_ptr<CallSlots> slots,
                                                                 Clock::time_point by) {
  auto visitor = std::make_shared<Visitor>();
  {
    const std::lock_guard lock(slots->mutex_);
    if (slots->free_ > 0) {
      --slots->free_;
      co_return Slot(slots);
    }
    slots->waiting_.push_back(visitor);
  }
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  auto waiting = visitor->pause.wait(executor, by - Clock::now(), nullptr,
                                     [slots, visitor] { return slots->has_slot(*visitor); });
  co_await std::move(waiting);

  const std::lock_guard lock(slots->mutex_);
  if (visitor->has_slot) co_return Slot(slots);
  std::erase(slots->waiting_, visitor);
  co_return std::nullopt;
}

bool CallSlots::has_slot(const Visitor& visitor) const {
  const std::lock_guard lock(mutex_);
  return visitor.has_slot;
}

/// The slot goes straight to who has waited longest.
void CallSlots::leave() {
  std::shared_ptr<Visitor> next;
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) {
      ++free_;
      return;
    }
    next = std::move(waiting_.front());
    waiting_.pop_front();
    next->has_slot = true;
  }
  next->pause.wake();
}

}  // namespace npushare::kube
