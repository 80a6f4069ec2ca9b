#include "tests/simulation/sim_election.hpp"

#include <algorithm>
#include <utility>

namespace npushare::simulation {

using Act = kube::Candidacy::Act;
using embedded::Place;
using embedded::Store;
using wire::Json;

namespace {

constexpr Millis kCallLimit{5'000};
const std::string kSpace = "kube-system";
const std::string kName = "npushare";

Place lease_place(std::string name) {
  return {embedded::find_kind("coordination.k8s.io", "v1", "leases"), kSpace, std::move(name)};
}

Json object_of(const wire::Lease& lease) {
  return *Json::parse(wire::write_lease(lease));
}

}  // namespace

SimElection::SimElection(std::string identity, With with, std::function<void(std::uint64_t)> won)
    : with_(with),
      won_(std::move(won)),
      candidacy_(std::move(identity), times_, wire::new_lease(kSpace, kName)) {}

void SimElection::start() {
  asio::co_spawn(with_.io, run(), asio::detached);
}

asio::awaitable<void> SimElection::run() {
  while (true) {
    auto trying = round();
    co_await std::move(trying);
    candidacy_.expire(with_.clock.now());
    publish();
    const Millis spread = is_leading() ? Millis{0} : with_.dice.ms(0, times_.retry.count());
    auto pausing = with_.kube.pause(times_.retry + spread);
    co_await std::move(pausing);
    if (candidacy_.expire(with_.clock.now())) publish();
  }
}

asio::awaitable<void> SimElection::round() {
  Act act = candidacy_.begin(with_.clock.now());
  if (act == Act::kReplace) {
    auto writing = write(act);
    if (co_await std::move(writing)) co_return;
  }
  auto reading = read();
  act = co_await std::move(reading);
  if (act == Act::kWait) co_return;
  auto writing = write(act);
  co_await std::move(writing);
}

asio::awaitable<Act> SimElection::read() {
  SimKube::Work work = [](Store& store) { return store.get(lease_place(kName)); };
  auto asking = with_.kube.exchange(SimKube::Call::kRead, std::move(work), call_limit());
  const Result<kube::Reply> reply = co_await std::move(asking);
  if (!reply || (reply->status != 200 && reply->status != 404)) co_return Act::kWait;
  std::optional<wire::Lease> lease;
  if (reply->status == 200) lease = *wire::read_lease(reply->body);
  co_return candidacy_.take(std::move(lease), with_.clock.now());
}

asio::awaitable<bool> SimElection::write(Act act) {
  const auto sent = with_.clock.now();
  SimKube::Work work = [act,
                        claim = object_of(candidacy_.claim(with_.clock.wall()))](Store& store) {
    return act == Act::kCreate ? store.create(lease_place({}), claim)
                               : store.update(lease_place(kName), embedded::Part::kMain, claim);
  };
  auto asking = with_.kube.exchange(SimKube::Call::kWrite, std::move(work), call_limit());
  const Result<kube::Reply> reply = co_await std::move(asking);
  if (!reply || reply->status >= 300) {
    candidacy_.failed();
    co_return false;
  }
  candidacy_.wrote(*wire::read_lease(reply->body), sent, with_.clock.now());
  co_return true;
}

void SimElection::publish() {
  if (std::exchange(was_leading_, is_leading()) == is_leading()) return;
  ++term_;
  is_fresh_ = false;
  if (is_leading()) won_(term_);
}

/// No call of a leader may outlast its leadership.
Millis SimElection::call_limit() const {
  const auto end = candidacy_.leads_until();
  if (!end) return kCallLimit;
  const auto left = std::chrono::ceil<Millis>(*end - with_.clock.now());
  return std::clamp(left, Millis{1}, kCallLimit);
}

}  // namespace npushare::simulation
