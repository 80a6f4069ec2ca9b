#include "scheduler/kube/pauses.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace npushare::kube {
namespace {

using Timer = asio::steady_timer;

asio::awaitable<void> wait_for(std::shared_ptr<Timer> timer) {
  auto waiting = timer->async_wait(asio::as_tuple(asio::deferred));
  co_await std::move(waiting);
}

/// A past expiry also ends a wait that has not begun yet.
void end(const std::shared_ptr<Timer>& timer) {
  asio::post(timer->get_executor(), [timer] { timer->expires_at(Timer::time_point::min()); });
}

}  // namespace

asio::awaitable<void> Pauses::wait(asio::any_io_executor executor, std::chrono::nanoseconds time,
                                   std::shared_ptr<Interrupt> interrupt,
                                   std::function<bool()> is_over) {
  // A strand of its own, because ends come from any thread.
  auto timer = std::make_shared<Timer>(asio::make_strand(executor), time);
  if (!add(timer) || (is_over && is_over())) co_return;
  if (interrupt && !interrupt->attach([timer] { end(timer); })) co_return;
  auto waiting = asio::co_spawn(timer->get_executor(), wait_for(timer), asio::use_awaitable);
  co_await std::move(waiting);
  if (interrupt) interrupt->detach();
}

bool Pauses::add(const std::shared_ptr<Timer>& timer) {
  const std::lock_guard lock(mutex_);
  std::erase_if(timers_, [](const auto& weak) { return weak.expired(); });
  if (is_stopped_) return false;
  timers_.push_back(timer);
  return true;
}

void Pauses::wake() {
  const std::lock_guard lock(mutex_);
  end_all();
}

void Pauses::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  end_all();
}

void Pauses::end_all() {
  for (const std::weak_ptr<Timer>& weak : timers_)
    if (const std::shared_ptr<Timer> timer = weak.lock()) end(timer);
  timers_.clear();
}

}  // namespace npushare::kube
