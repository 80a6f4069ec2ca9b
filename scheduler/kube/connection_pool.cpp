#include "scheduler/kube/connection_pool.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

namespace npushare::kube {

std::shared_ptr<Transport> ConnectionPool::take(std::uint64_t identity) {
  const std::lock_guard lock(mutex_);
  if (identity > identity_) idle_.clear();
  identity_ = std::max(identity_, identity);
  if (identity < identity_) return nullptr;
  while (!idle_.empty()) {
    std::shared_ptr<Transport> last = std::move(idle_.back());
    idle_.pop_back();
    if (last->is_quiet()) return last;
  }
  return nullptr;
}

bool ConnectionPool::add(const std::shared_ptr<Transport>& transport) {
  const std::lock_guard lock(mutex_);
  std::erase_if(all_, [](const std::weak_ptr<Transport>& weak) { return weak.expired(); });
  if (is_stopped_) return false;
  all_.push_back(transport);
  return true;
}

void ConnectionPool::give_back(std::shared_ptr<Transport> transport, std::uint64_t identity) {
  const std::lock_guard lock(mutex_);
  const bool is_wanted = !is_stopped_ && identity == identity_ && idle_.size() < kMostIdle;
  if (is_wanted) idle_.push_back(std::move(transport));
}

void ConnectionPool::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  idle_.clear();
  for (const std::weak_ptr<Transport>& weak : all_)
    if (const std::shared_ptr<Transport> transport = weak.lock())
      asio::post(transport->executor(), [transport] { transport->close(); });
  all_.clear();
}

bool ConnectionPool::is_stopped() const {
  const std::lock_guard lock(mutex_);
  return is_stopped_;
}

}  // namespace npushare::kube
