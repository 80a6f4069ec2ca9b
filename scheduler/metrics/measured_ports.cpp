#include "scheduler/metrics/measured_ports.hpp"

#include <utility>

namespace npushare::metrics {
namespace {

Wait wait_of(const Result<verbs::Turn>& turn) {
  if (turn) return Wait::kTurn;
  return turn.error().code == ErrorCode::kBusy ? Wait::kSentAway : Wait::kGivenUp;
}

}  // namespace

verbs::asio::awaitable<Result<verbs::Turn>> MeasuredGate::enter(verbs::Visit visit,
                                                                Reservation share) {
  const observe::Clock::Monotonic since = clock_.now();
  auto entering = gate_.enter(std::move(visit), std::move(share));
  Result<verbs::Turn> turn = co_await std::move(entering);
  meters_.waited(wait_of(turn), clock_.now() - since);
  co_return turn;
}

}  // namespace npushare::metrics
