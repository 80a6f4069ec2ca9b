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

asio::awaitable<void> wait_for(std::shared_ptr<asio::steady_timer> timer) {
  auto waiting = timer->async_wait(asio::as_tuple(asio::deferred));
  co_await std::move(waiting);
}

}  // namespace

asio::awaitable<void> Pauses::wait(asio::any_io_executor executor, std::chrono::milliseconds time) {
  // A strand of its own, because stop() comes from any thread.
  auto timer = std::make_shared<asio::steady_timer>(asio::make_strand(executor), time);
  if (!add(timer)) co_return;
  auto waiting = asio::co_spawn(timer->get_executor(), wait_for(timer), asio::use_awaitable);
  co_await std::move(waiting);
}

bool Pauses::add(const std::shared_ptr<asio::steady_timer>& timer) {
  const std::lock_guard lock(mutex_);
  std::erase_if(timers_, [](const auto& weak) { return weak.expired(); });
  if (is_stopped_) return false;
  timers_.push_back(timer);
  return true;
}

void Pauses::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  for (const std::weak_ptr<asio::steady_timer>& weak : timers_)
    if (const std::shared_ptr<asio::steady_timer> timer = weak.lock())
      // A past expiry also ends a wait that has not begun yet.
      asio::post(timer->get_executor(),
                 [timer] { timer->expires_at(asio::steady_timer::time_point::min()); });
  timers_.clear();
}

}  // namespace npushare::kube
