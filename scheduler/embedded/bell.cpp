#include "scheduler/embedded/bell.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace npushare::embedded {

namespace asio = boost::asio;

void Bell::ring() {
  if (is_ringing_.exchange(true)) return;
  asio::post(strand_, [self = shared_from_this()] {
    self->was_rung_ = true;
    self->timer_.cancel();
  });
}

asio::awaitable<void> Bell::wait(std::chrono::steady_clock::time_point until) {
  const std::shared_ptr<Bell> self = shared_from_this();
  if (!was_rung_) {
    boost::system::error_code cancelled;
    timer_.expires_at(until);
    auto token = asio::redirect_error(asio::use_awaitable, cancelled);
    auto waiting = timer_.async_wait(token);
    co_await std::move(waiting);
  }
  was_rung_ = false;
  is_ringing_ = false;
}

}  // namespace npushare::embedded
