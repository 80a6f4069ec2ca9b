#include "scheduler/sync/node_gate.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <deque>
#include <set>
#include <unordered_map>
#include <utility>

namespace npushare::sync {
namespace {

namespace asio = boost::asio;

using Strand = asio::strand<asio::any_io_executor>;

struct Waiter {
  Waiter(const Strand& strand, PodUid uid) : pod(std::move(uid)), called(strand) {}

  PodUid pod;
  asio::steady_timer called;  // ends at the deadline, or early when it is this pod's turn
  bool is_admitted = false;
};

struct Door {
  std::set<PodUid> holders;
  std::deque<std::shared_ptr<Waiter>> line;
};

Error busy(const NodeName& node, const Door& door) {
  std::string text = "node " + node.text() + " is busy";
  if (!door.holders.empty()) {
    text += ": its node plugin has yet to serve the pod with UID " + door.holders.begin()->text();
  }
  return {ErrorCode::kBusy, std::move(text)};
}

}  // namespace

/// Everything in here runs on the strand.
struct FairGate::State {
  State(asio::any_io_executor executor, const observe::Clock& time)
      : strand(std::move(executor)), clock(time) {}

  /// The waiter to wait as, or null when the node is free and now held.
  std::shared_ptr<Waiter> take_or_queue(const NodeName& node, const PodUid& pod) {
    Door& door = doors[node];
    if (door.holders.empty() && door.line.empty()) {
      door.holders.insert(pod);
      return nullptr;
    }
    return door.line.emplace_back(std::make_shared<Waiter>(strand, pod));
  }

  Error give_up(const NodeName& node, const std::shared_ptr<Waiter>& waiter) {
    Door& door = doors[node];
    std::erase(door.line, waiter);
    Error error = busy(node, door);
    drop_if_unused(node);
    return error;
  }

  void remove(const NodeName& node, const PodUid& pod) {
    const auto known = doors.find(node);
    if (known == doors.end() || known->second.holders.erase(pod) == 0) return;
    admit_next(known->second);
    drop_if_unused(node);
  }

  static void admit_next(Door& door) {
    if (!door.holders.empty() || door.line.empty()) return;
    const std::shared_ptr<Waiter> next = std::move(door.line.front());
    door.line.pop_front();
    door.holders.insert(next->pod);
    next->is_admitted = true;
    next->called.cancel();
  }

  void drop_if_unused(const NodeName& node) {
    const auto known = doors.find(node);
    if (known == doors.end()) return;
    if (known->second.holders.empty() && known->second.line.empty()) doors.erase(known);
  }

  Strand strand;
  const observe::Clock& clock;
  std::unordered_map<NodeName, Door> doors;
};

FairGate::FairGate(asio::any_io_executor executor, const observe::Clock& clock)
    : state_(std::make_shared<State>(std::move(executor), clock)) {}
FairGate::~FairGate() = default;

asio::awaitable<Result<verbs::GatePass>> FairGate::enter(NodeName node, PodUid pod,
                                                         observe::Clock::Monotonic deadline) {
  const std::shared_ptr<State> state = state_;
  const asio::any_io_executor own = co_await asio::this_coro::executor;
  auto entering = asio::dispatch(asio::bind_executor(state->strand, asio::use_awaitable));
  co_await std::move(entering);

  const std::shared_ptr<Waiter> waiter = state->take_or_queue(node, pod);
  if (waiter) {
    waiter->called.expires_after(deadline - state->clock.now());
    auto waiting = waiter->called.async_wait(
        asio::bind_executor(state->strand, asio::as_tuple(asio::use_awaitable)));
    co_await std::move(waiting);
  }
  const bool has_turn = !waiter || waiter->is_admitted;
  const Error error = has_turn ? Error{} : state->give_up(node, waiter);

  // What the caller does next runs beside other nodes' calls, not on the strand.
  auto leaving = asio::post(own, asio::use_awaitable);
  co_await std::move(leaving);
  if (!has_turn) co_return error;
  co_return verbs::GatePass([state, node, pod] {
    asio::post(state->strand, [state, node, pod] { state->remove(node, pod); });
  });
}

void FairGate::occupy(const NodeName& node, const PodUid& pod) {
  asio::post(state_->strand,
             [state = state_, node, pod] { state->doors[node].holders.insert(pod); });
}

void FairGate::release(const NodeName& node, const PodUid& pod) {
  asio::post(state_->strand, [state = state_, node, pod] { state->remove(node, pod); });
}

}  // namespace npushare::sync
