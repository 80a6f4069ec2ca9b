#include "scheduler/kube/leader_election.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <mutex>
#include <random>
#include <utility>

#include "scheduler/kube/lease_calls.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare::kube {
namespace {

using Act = Candidacy::Act;
using Time = Candidacy::Time;
using std::chrono::milliseconds;

constexpr milliseconds kCallLimit{5'000};
constexpr milliseconds kReleaseLimit{2'000};
constexpr milliseconds kShortestLimit{1};
constexpr Time kNotLeading = Time::min();

}  // namespace

class LeaderElection::State {
 public:
  State(RestClient& client, ElectionOptions options, const observe::Clock& clock,
        ElectionEvents events)
      : client_(client),
        clock_(clock),
        events_(std::move(events)),
        times_(options.times),
        calls_(client, options.space, options.name),
        candidacy_(options.identity, options.times, calls_.blank()),
        random_(options.seed.value_or(std::random_device{}())) {}

  static asio::awaitable<void> run(std::shared_ptr<State> self);
  void stop() {
    is_stopping_ = true;
    interrupt_->raise();
  }

  bool may_write() const { return !is_stopping_ && clock_.now() < leads_until_.load(); }
  bool is_leading() const { return !is_stopping_ && leads_until_.load() != kNotLeading; }
  std::string holder() const {
    const std::lock_guard lock(mutex_);
    return holder_;
  }
  std::int64_t transitions() const { return transitions_; }

 private:
  asio::awaitable<void> round();
  asio::awaitable<Act> read();
  asio::awaitable<bool> write(Act act);
  asio::awaitable<void> release();
  void publish();
  void complain(std::string_view doing, const Error& error) const;
  milliseconds call_limit() const;
  milliseconds until_next_round();

  RestClient& client_;
  const observe::Clock& clock_;
  ElectionEvents events_;
  ElectionTimes times_;
  LeaseCalls calls_;
  Candidacy candidacy_;
  std::mt19937_64 random_;
  bool was_leading_ = false;
  std::shared_ptr<Interrupt> interrupt_ = std::make_shared<Interrupt>();
  std::atomic<bool> is_stopping_ = false;
  std::atomic<Time> leads_until_ = kNotLeading;
  std::atomic<std::int64_t> transitions_ = 0;
  mutable std::mutex mutex_;
  std::string holder_;
};

asio::awaitable<void> LeaderElection::State::run(std::shared_ptr<State> self) {
  while (!self->is_stopping_ && !self->client_.is_stopped()) {
    auto trying = self->round();
    co_await std::move(trying);
    self->candidacy_.expire(self->clock_.now());
    self->publish();
    auto pausing = self->client_.pause(self->until_next_round(), self->interrupt_);
    co_await std::move(pausing);
    if (self->candidacy_.expire(self->clock_.now())) self->publish();
  }
  self->is_stopping_ = true;  // also when it is the client that was stopped
  self->publish();
  auto releasing = self->release();
  co_await std::move(releasing);
}

/// A leader writes at once; when that fails it reads, and goes on like everybody else.
asio::awaitable<void> LeaderElection::State::round() {
  Act act = candidacy_.begin(clock_.now());
  if (act == Act::kReplace) {
    auto writing = write(act);
    if (co_await std::move(writing) || is_stopping_) co_return;
  }
  auto reading = read();
  act = co_await std::move(reading);
  if (act == Act::kWait || is_stopping_) co_return;
  auto writing = write(act);
  co_await std::move(writing);
}

asio::awaitable<Act> LeaderElection::State::read() {
  auto reading = calls_.read(call_limit());
  Result<std::optional<wire::Lease>> lease = co_await std::move(reading);
  if (!lease) {
    complain("read", lease.error());
    co_return Act::kWait;
  }
  co_return candidacy_.take(*std::move(lease), clock_.now());
}

asio::awaitable<bool> LeaderElection::State::write(Act act) {
  const Time sent = clock_.now();
  wire::Lease claim = candidacy_.claim(clock_.wall());
  auto writing = act == Act::kCreate ? calls_.create(std::move(claim), call_limit())
                                     : calls_.replace(std::move(claim), call_limit());
  Result<wire::Lease> stored = co_await std::move(writing);
  if (stored) {
    candidacy_.wrote(*std::move(stored), sent, clock_.now());
    co_return true;
  }
  candidacy_.failed();
  // A conflict is how most rounds of a contested election end.
  if (stored.error().code != ErrorCode::kConflict) complain("write", stored.error());
  co_return false;
}

/// The last renewal may have gone through without our knowing: then a read shows the lease anew.
asio::awaitable<void> LeaderElection::State::release() {
  constexpr int kAttempts = 2;
  for (int attempt = 0; attempt < kAttempts && !client_.is_stopped(); ++attempt) {
    std::optional<wire::Lease> lease = candidacy_.release(clock_.wall());
    publish();
    if (!lease) co_return;
    auto writing = calls_.replace(*std::move(lease), call_limit());
    const Result<wire::Lease> stored = co_await std::move(writing);
    if (stored) co_return;
    complain("release", stored.error());
    auto reading = read();
    co_await std::move(reading);
  }
}

/// Tells everybody where we stand.
void LeaderElection::State::publish() {
  const bool leads = candidacy_.is_leading() && !is_stopping_;
  leads_until_ = candidacy_.leads_until().value_or(kNotLeading);
  transitions_ = candidacy_.transitions();
  {
    const std::lock_guard lock(mutex_);
    holder_ = candidacy_.holder();
  }
  if (std::exchange(was_leading_, leads) == leads) return;
  spdlog::info("election={} holder={} transitions={}", leads ? "won" : "lost",
               wire::quoted(candidacy_.holder()), candidacy_.transitions());
  const std::function<void()>& tell = leads ? events_.won : events_.lost;
  if (tell) tell();
}

void LeaderElection::State::complain(std::string_view doing, const Error& error) const {
  if (!client_.is_stopped())
    spdlog::warn("election={} error={}", doing, wire::quoted(error.message));
}

/// No call of a leader may outlast its leadership, or the loss would be noticed late.
milliseconds LeaderElection::State::call_limit() const {
  if (is_stopping_) return kReleaseLimit;
  const std::optional<Time> end = candidacy_.leads_until();
  if (!end) return kCallLimit;
  const auto left = std::chrono::ceil<milliseconds>(*end - clock_.now());
  return std::clamp(left, kShortestLimit, kCallLimit);
}

/// The retry period for a leader, one to 2.2 of it for others.
milliseconds LeaderElection::State::until_next_round() {
  const std::optional<Time> end = candidacy_.leads_until();
  if (!end) {
    const auto spread = static_cast<std::uint64_t>(times_.retry.count() * 6 / 5) + 1;
    return times_.retry + milliseconds(random_() % spread);
  }
  const auto left = std::chrono::ceil<milliseconds>(*end - clock_.now());
  return std::clamp(left, kShortestLimit, times_.retry);
}

LeaderElection::LeaderElection(RestClient& client, ElectionOptions options,
                               const observe::Clock& clock, ElectionEvents events)
    : state_(std::make_shared<State>(client, std::move(options), clock, std::move(events))) {}

LeaderElection::~LeaderElection() {
  stop();
}

asio::awaitable<void> LeaderElection::run() {
  return State::run(state_);
}
void LeaderElection::stop() {
  state_->stop();
}
bool LeaderElection::may_write() const {
  return state_->may_write();
}
bool LeaderElection::is_leading() const {
  return state_->is_leading();
}
std::string LeaderElection::holder() const {
  return state_->holder();
}
std::int64_t LeaderElection::transitions() const {
  return state_->transitions();
}

std::string new_identity() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return std::string(host.data()) + "_" + to_string(boost::uuids::random_generator()());
}

}  // namespace npushare::kube
