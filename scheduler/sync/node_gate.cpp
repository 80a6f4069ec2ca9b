#include "scheduler/sync/node_gate.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "scheduler/sync/node_lines.hpp"

namespace npushare::sync {
namespace {

namespace asio = boost::asio;

using Strand = asio::strand<asio::any_io_executor>;

struct Waiter : Caller {
  Waiter(const Strand& strand, verbs::Visit call)
      : Caller(std::move(call)), called(strand, asio::steady_timer::time_point::max()) {}

  asio::steady_timer called;  // cancelled when the answer is there; used on the strand only
};

/// The waiter waits on the strand, so that it cannot be woken between joining and waiting.
std::shared_ptr<Waiter> make_waiter(const Strand& strand, verbs::Visit visit) {
  auto waiter = std::make_shared<Waiter>(strand, std::move(visit));
  waiter->wake = [strand, weak = std::weak_ptr(waiter)] {
    asio::post(strand, [weak] {
      if (const std::shared_ptr<Waiter> alive = weak.lock()) alive->called.cancel();
    });
  };
  return waiter;
}

Error error_for(const Caller& caller) {
  const std::string node = "node " + caller.visit.node.text();
  switch (caller.answer) {
    case Answer::kSentAway: return {ErrorCode::kBusy, node + " is busy: " + caller.text};
    case Answer::kHungUp: return {ErrorCode::kTimeout, node + ": the caller has hung up"};
    case Answer::kDropped:
      return {ErrorCode::kConflict, "the pod with UID " + caller.visit.pod.text() +
                                        " has left the line of " + node +
                                        ": it is gone, bound, or wanted elsewhere"};
    case Answer::kNone:
    case Answer::kTurn: break;
  }
  return {ErrorCode::kInternal, node + ": the service stops"};
}

}  // namespace

class FairGate::State : public std::enable_shared_from_this<State> {
 public:
  State(asio::any_io_executor executor, const observe::Clock& clock,
        std::function<void(const NodeName&)> room, Ticks ticks)
      : strand(std::move(executor)), lines(clock, std::move(room)), ticks_(ticks), timer_(strand) {}

  /// On the strand.
  void keep_ticking();

  Strand strand;
  NodeLines lines;

 private:
  const Ticks ticks_;
  asio::steady_timer timer_;  // on the strand, as is_ticking_
  bool is_ticking_ = false;
};

void FairGate::State::keep_ticking() {
  if (ticks_ == Ticks::kByOwner || is_ticking_ || lines.is_empty()) return;
  is_ticking_ = true;
  timer_.expires_after(kTick);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code&) {
    const std::shared_ptr<State> alive = weak.lock();
    if (!alive) return;
    alive->is_ticking_ = false;
    alive->lines.tick();
    alive->keep_ticking();
  });
}

FairGate::FairGate(asio::any_io_executor executor, const observe::Clock& clock,
                   std::function<void(const NodeName&)> room, Ticks ticks)
    : state_(std::make_shared<State>(std::move(executor), clock, std::move(room), ticks)) {}
FairGate::~FairGate() {
  state_->lines.close();  // passes that are still out may hold the state for longer
}

asio::awaitable<Result<verbs::Turn>> FairGate::enter(verbs::Visit visit, Reservation share) {
  const std::shared_ptr<State> state = state_;
  const asio::any_io_executor own = co_await asio::this_coro::executor;
  auto entering = asio::dispatch(asio::bind_executor(state->strand, asio::use_awaitable));
  co_await std::move(entering);

  const std::shared_ptr<Waiter> waiter = make_waiter(state->strand, std::move(visit));
  const bool has_joined = state->lines.join(waiter, std::move(share));
  if (has_joined) {
    state->keep_ticking();
    auto waiting = waiter->called.async_wait(
        asio::bind_executor(state->strand, asio::as_tuple(asio::use_awaitable)));
    co_await std::move(waiting);
  }
  // What the caller does next runs beside other nodes' calls, not on the strand.
  auto leaving = asio::post(own, asio::use_awaitable);
  co_await std::move(leaving);
  const PodUid pod = waiter->visit.pod;
  if (!has_joined) {
    co_return Error{ErrorCode::kConflict,
                    "the pod with UID " + pod.text() + " is being bound already"};
  }
  if (waiter->answer != Answer::kTurn) co_return error_for(*waiter);
  co_return verbs::Turn{
      verbs::GatePass([state, node = waiter->visit.node, pod] { state->lines.release(node, pod); }),
      *std::move(waiter->share)};
}

std::optional<Reservation> FairGate::come_back(const NodeName& node, const PodUid& pod) {
  return state_->lines.come_back(node, pod);
}
std::size_t FairGate::waiting(const NodeName& node) const {
  return state_->lines.waiting(node);
}
bool FairGate::has_waiting() const {
  return !state_->lines.is_empty();
}
std::optional<NodeName> FairGate::place_of(const PodUid& pod) const {
  return state_->lines.place_of(pod);
}
void FairGate::occupy(const NodeName& node, const PodUid& pod) {
  state_->lines.occupy(node, pod);
}
void FairGate::release(const NodeName& node, const PodUid& pod) {
  state_->lines.release(node, pod);
}
void FairGate::settle(const PodUid& pod, const NodeName& bound_to) {
  state_->lines.settle(pod, bound_to);
}
void FairGate::tick() {
  state_->lines.tick();
}

}  // namespace npushare::sync
