#include "scheduler/app/housekeeping.hpp"

#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <utility>
#include <vector>

namespace npushare {

namespace asio = boost::asio;

class Housekeeping::State : public std::enable_shared_from_this<State> {
 public:
  State(asio::any_io_executor executor, std::chrono::milliseconds period)
      : timer_(asio::make_strand(std::move(executor))), period_(period) {}

  void start() { asio::co_spawn(timer_.get_executor(), run(shared_from_this()), asio::detached); }
  void stop() {
    if (is_stopping_.exchange(true)) return;
    asio::post(timer_.get_executor(), [self = shared_from_this()] { self->timer_.cancel(); });
  }

  std::vector<std::function<void()>> tasks;

 private:
  static asio::awaitable<void> run(std::shared_ptr<State> self) {
    while (!self->is_stopping_.load()) {
      self->timer_.expires_after(self->period_);
      auto waiting = self->timer_.async_wait(asio::as_tuple(asio::deferred));
      co_await std::move(waiting);
      for (const std::function<void()>& task : self->tasks)
        if (!self->is_stopping_.load()) task();
    }
  }

  asio::steady_timer timer_;  // used on its own strand only
  std::chrono::milliseconds period_;
  std::atomic<bool> is_stopping_ = false;
};

Housekeeping::Housekeeping(asio::any_io_executor executor, std::chrono::milliseconds period)
    : state_(std::make_shared<State>(std::move(executor), period)) {}

Housekeeping::~Housekeeping() {
  stop();
}

void Housekeeping::add(std::function<void()> task) {
  state_->tasks.push_back(std::move(task));
}
void Housekeeping::start() {
  state_->start();
}
void Housekeeping::stop() {
  state_->stop();
}

}  // namespace npushare
