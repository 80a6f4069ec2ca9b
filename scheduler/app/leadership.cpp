#include "scheduler/app/leadership.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cstdint>
#include <mutex>
#include <utility>

#include "scheduler/app/routes.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds kToGiveBack{3};

}  // namespace

struct Replica::State : std::enable_shared_from_this<State> {
  State(const config::LeaseSettings& settings, With from)
      : with(std::move(from)),
        lease(settings.space + "/" + settings.name),
        identity(kube::new_identity()),
        election(with.client,
                 {.space = settings.space, .name = settings.name, .identity = identity}, with.clock,
                 {.won = [this] { take_over(); }, .lost = [this] { step_down(); }}) {}

  void take_over() {
    const std::uint64_t term = next_term();
    spdlog::info("leadership=won transitions={}", election.transitions());
    with.relist([weak = weak_from_this(), term](const Result<>& listed) {
      const std::shared_ptr<State> alive = weak.lock();
      if (alive && listed) alive->serve(term);
    });
  }

  void step_down() {
    next_term();
    spdlog::warn("leadership=lost holder={}", wire::quoted(election.holder()));
  }

  /// A list that was asked for in an earlier term says nothing of this one.
  void serve(std::uint64_t term) {
    const std::lock_guard lock(mutex);
    has_fresh_books = term == current_term;
    if (has_fresh_books) spdlog::info("leadership=serving");
  }

  std::uint64_t next_term() {
    const std::lock_guard lock(mutex);
    has_fresh_books = false;
    return ++current_term;
  }

  bool is_fresh() const {
    const std::lock_guard lock(mutex);
    return has_fresh_books;
  }

  static asio::awaitable<void> stand(std::shared_ptr<State> self) {
    auto standing = self->election.run();
    co_await std::move(standing);
    self->running.leave();
  }

  With with;
  const std::string lease;
  const std::string identity;
  InFlight running;
  mutable std::mutex mutex;
  std::uint64_t current_term = 0;  // guarded by mutex, as has_fresh_books
  bool has_fresh_books = false;
  kube::LeaderElection election;
};

Replica::Replica(const config::LeaseSettings& lease, With with)
    : state_(std::make_shared<State>(lease, std::move(with))) {}
Replica::~Replica() = default;

void Replica::start() {
  spdlog::info("leadership=standing identity=\"{}\"", state_->identity);
  state_->running.enter();
  asio::co_spawn(state_->with.executor, State::stand(state_), asio::detached);
}

void Replica::stop() {
  state_->election.stop();
  state_->running.wait_until_idle(kToGiveBack);
}

bool Replica::may_write() const {
  return state_->is_fresh() && state_->election.may_write();
}

Replica::Term Replica::term() const {
  return {.lease = state_->lease,
          .identity = state_->identity,
          .transitions = state_->election.transitions()};
}

std::string Replica::problem() const {
  if (state_->election.is_leading()) {
    return state_->is_fresh() ? std::string()
                              : "pods and nodes are being listed anew after taking over";
  }
  const std::string holder = state_->election.holder();
  if (holder == state_->identity) return "our Lease could not be renewed in time";
  return holder.empty() ? "nobody leads yet" : "held by " + holder;
}

}  // namespace npushare
