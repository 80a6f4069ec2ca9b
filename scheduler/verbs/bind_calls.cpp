#include "scheduler/verbs/bind_calls.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <mutex>
#include <utility>
#include <vector>

#include "scheduler/verbs/bind.hpp"

namespace npushare::verbs {

struct BindCalls::Flight {
  Flight(asio::strand<asio::any_io_executor> strand, NodeName to)
      : node(std::move(to)), landed(strand, asio::steady_timer::time_point::max()) {}

  void join(HasLeft caller) {
    const std::lock_guard lock(mutex);
    callers.push_back(std::move(caller));
  }
  bool is_deserted() {
    const std::lock_guard lock(mutex);
    return std::ranges::all_of(callers,
                               [](const HasLeft& has_left) { return has_left && has_left(); });
  }

  NodeName node;
  std::mutex mutex;
  std::vector<HasLeft> callers;  // guarded by mutex
  asio::steady_timer landed;     // cancelled when the outcome is there; used on the strand only
  Result<> outcome;
};

BindCalls::BindCalls(asio::any_io_executor executor) : strand_(std::move(executor)) {}
BindCalls::~BindCalls() = default;

asio::awaitable<Result<>> BindCalls::bind(wire::BindArgs call, Services& with, HasLeft has_left) {
  auto entering = asio::dispatch(asio::bind_executor(strand_, asio::use_awaitable));
  co_await std::move(entering);

  const auto known = flights_.find(call.uid);
  if (known == flights_.end()) {
    auto flight = std::make_shared<Flight>(strand_, call.node);
    flight->join(std::move(has_left));
    flights_.emplace(call.uid, flight);
    auto leading = lead(std::move(flight), std::move(call), with);
    co_return co_await std::move(leading);
  }
  if (known->second->node != call.node) {
    co_return Error{ErrorCode::kConflict, "pod " + call.pod.text() + " is being bound to node " +
                                              known->second->node.text()};
  }
  known->second->join(std::move(has_left));
  auto following = follow(known->second);
  co_return co_await std::move(following);
}

asio::awaitable<Result<>> BindCalls::lead(std::shared_ptr<Flight> flight, wire::BindArgs call,
                                          Services& with) {
  // The work itself runs off the strand, beside the other pods' calls.
  const asio::any_io_executor own = co_await asio::this_coro::executor;
  auto leaving = asio::post(own, asio::use_awaitable);
  co_await std::move(leaving);

  const PodUid uid = call.uid;
  auto binding = verbs::bind(std::move(call), with, [flight] { return flight->is_deserted(); });
  Result<> outcome = co_await std::move(binding);

  auto entering = asio::dispatch(asio::bind_executor(strand_, asio::use_awaitable));
  co_await std::move(entering);
  flight->outcome = outcome;
  flights_.erase(uid);
  flight->landed.cancel();
  co_return outcome;
}

asio::awaitable<Result<>> BindCalls::follow(std::shared_ptr<Flight> flight) {
  auto waiting = flight->landed.async_wait(
      asio::bind_executor(flight->landed.get_executor(), asio::as_tuple(asio::use_awaitable)));
  co_await std::move(waiting);
  co_return flight->outcome;
}

}  // namespace npushare::verbs
