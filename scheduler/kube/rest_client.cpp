#include "scheduler/kube/rest_client.hpp"

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "scheduler/kube/call_report.hpp"
#include "scheduler/kube/connection_pool.hpp"
#include "scheduler/kube/credentials.hpp"
#include "scheduler/kube/exchange.hpp"
#include "scheduler/kube/pauses.hpp"
#include "scheduler/kube/rate_limit.hpp"
#include "scheduler/kube/request_text.hpp"
#include "scheduler/kube/tls_source.hpp"

namespace npushare::kube {
namespace {

using Clock = std::chrono::steady_clock;

/// A dead connection from the pool, and certainty that trying again does nothing twice.
bool may_retry(const Outcome& outcome, const Exchange& exchange) {
  if (outcome.reply || outcome.reply.error().code != ErrorCode::kInternal) return false;
  return !outcome.was_sent || (exchange.is_read_only && !outcome.was_answered);
}

Result<Reply> judge(Outcome outcome, const Exchange& exchange) {
  if (outcome.reply) return std::move(outcome.reply);
  Error error = outcome.reply.error();
  error.message = exchange.name + ": " + error.message;
  if (outcome.was_sent && !exchange.is_read_only) {
    error.code = ErrorCode::kUncertain;
    error.message += "; it was sent, so it may have been carried out";
  }
  return error;
}

Error stopped(const Exchange& exchange) {
  return {ErrorCode::kInternal, exchange.name + ": the client has been stopped"};
}

Outcome interrupted() {
  Outcome outcome;
  outcome.reply = Error{ErrorCode::kInternal, "interrupted"};
  return outcome;
}

/// Prepares the transport to be closed from outside. False: it is too late to begin.
bool attach(const std::shared_ptr<Interrupt>& interrupt, std::shared_ptr<Transport> transport) {
  if (!interrupt) return true;
  return interrupt->attach([transport = std::move(transport)] {
    asio::post(transport->executor(), [transport] { transport->close(); });
  });
}

}  // namespace

class RestClient::State {
 public:
  State(asio::any_io_executor executor, Endpoint endpoint, CallObserver observer)
      : executor_(std::move(executor)),
        endpoint_(std::move(endpoint)),
        observer_(std::move(observer)),
        tls_(endpoint_),
        credentials_(executor_, endpoint_) {}

  static asio::awaitable<Result<Reply>> perform(std::shared_ptr<State> self, Call call,
                                                Exchange shape);

  static asio::awaitable<void> pause(std::shared_ptr<State> self, std::chrono::milliseconds time,
                                     std::shared_ptr<Interrupt> interrupt) {
    auto waiting = self->pauses_.wait(self->executor_, time, std::move(interrupt));
    co_await std::move(waiting);
  }

  void stop() {
    pool_.stop();
    pauses_.stop();
    credentials_.stop();
  }
  bool is_stopped() const { return pool_.is_stopped(); }
  std::uint64_t calls() const { return calls_; }

 private:
  static asio::awaitable<Result<Reply>> answer(std::shared_ptr<State> self, Call call,
                                               Exchange shape);
  asio::awaitable<Result<>> await_turn(const Call& call);
  asio::awaitable<Result<Reply>> go_as(const Identity& identity, const Call& call, Exchange shape);
  asio::awaitable<Result<Reply>> attempt(Exchange exchange, TlsSource::Current tls);
  asio::awaitable<Outcome> run(std::shared_ptr<Transport> transport, Exchange exchange,
                               std::uint64_t identity);
  std::shared_ptr<Transport> open(const TlsSource::Current& tls);

  asio::any_io_executor executor_;
  Endpoint endpoint_;
  const CallObserver observer_;
  TlsSource tls_;
  Credentials credentials_;
  ConnectionPool pool_;
  Pauses pauses_;
  RateLimit ordinary_{100, 200};
  RateLimit events_{10, 50};
  std::atomic<std::uint64_t> calls_{0};
};

asio::awaitable<Result<Reply>> RestClient::State::perform(std::shared_ptr<State> self, Call call,
                                                          Exchange shape) {
  CallReport report(self->observer_, call, shape.on_line ? CallShape::kStream : CallShape::kPlain);
  shape.on_open = report.at_opening(std::move(shape.on_open));
  auto answering = answer(self, std::move(call), std::move(shape));
  Result<Reply> reply = co_await std::move(answering);
  report.end(reply);
  co_return reply;
}

asio::awaitable<Result<Reply>> RestClient::State::answer(std::shared_ptr<State> self, Call call,
                                                         Exchange shape) {
  ++self->calls_;
  shape.name = call.method + " " + call.target;
  shape.is_read_only = is_read_only(call);
  shape.due = Clock::now() + call.time_limit;
  shape.interrupt = call.interrupt;
  auto queueing = self->await_turn(call);
  const Result<> turn = co_await std::move(queueing);
  if (!turn) co_return turn.error();

  auto asking = self->credentials_.current(shape.due);
  const Result<Identity> identity = co_await std::move(asking);
  if (!identity) co_return identity.error();
  auto going = self->go_as(*identity, call, shape);
  Result<Reply> reply = co_await std::move(going);
  const bool is_refused = reply && reply->status == 401;
  if (!is_refused || !self->credentials_.renew(*identity, Clock::now())) co_return reply;

  auto asking_again = self->credentials_.current(shape.due);
  const Result<Identity> renewed = co_await std::move(asking_again);
  if (!renewed) co_return reply;
  auto going_again = self->go_as(*renewed, call, std::move(shape));
  co_return co_await std::move(going_again);
}

asio::awaitable<Result<>> RestClient::State::await_turn(const Call& call) {
  if (call.priority == Priority::kUrgent) co_return Result<>{};
  RateLimit& limit = call.priority == Priority::kEvent ? events_ : ordinary_;
  const std::optional<RateLimit::Time> wait = limit.take(Clock::now(), call.time_limit);
  if (!wait)
    co_return Error{ErrorCode::kBusy, call.method + " " + call.target +
                                          ": too many calls of our own are waiting before it"};
  if (*wait == RateLimit::Time::zero()) co_return Result<>{};
  auto waiting = pauses_.wait(executor_, *wait);
  co_await std::move(waiting);
  co_return Result<>{};
}

asio::awaitable<Result<Reply>> RestClient::State::go_as(const Identity& identity, const Call& call,
                                                        Exchange shape) {
  Result<TlsSource::Current> tls = tls_.current(Clock::now(), identity.from_plugin);
  if (!tls) co_return tls.error();
  shape.request = write_request(call, endpoint_, identity.headers);
  auto trying = attempt(std::move(shape), *std::move(tls));
  co_return co_await std::move(trying);
}

asio::awaitable<Result<Reply>> RestClient::State::attempt(Exchange exchange,
                                                          TlsSource::Current tls) {
  if (std::shared_ptr<Transport> kept = pool_.take(tls.identity)) {
    auto running = run(std::move(kept), exchange, tls.identity);
    Outcome outcome = co_await std::move(running);
    if (!may_retry(outcome, exchange)) co_return judge(std::move(outcome), exchange);
  }
  std::shared_ptr<Transport> fresh = open(tls);
  if (!fresh) co_return stopped(exchange);
  auto running = run(std::move(fresh), exchange, tls.identity);
  Outcome outcome = co_await std::move(running);
  co_return judge(std::move(outcome), exchange);
}

asio::awaitable<Outcome> RestClient::State::run(std::shared_ptr<Transport> transport,
                                                Exchange exchange, std::uint64_t identity) {
  const std::shared_ptr<Interrupt> interrupt = exchange.interrupt;
  if (!attach(interrupt, transport)) co_return interrupted();
  auto exchanging = run_exchange(transport, std::move(exchange));
  auto running = asio::co_spawn(transport->executor(), std::move(exchanging), asio::use_awaitable);
  Outcome outcome = co_await std::move(running);
  const bool is_ours = !interrupt || interrupt->detach();
  if (outcome.is_reusable && is_ours) pool_.give_back(std::move(transport), identity);
  co_return outcome;
}

std::shared_ptr<Transport> RestClient::State::open(const TlsSource::Current& tls) {
  auto transport =
      std::make_shared<Transport>(asio::make_strand(executor_), endpoint_, tls.context);
  return pool_.add(transport) ? transport : nullptr;
}

RestClient::RestClient(asio::any_io_executor executor, Endpoint endpoint, CallObserver observer)
    : state_(
          std::make_shared<State>(std::move(executor), std::move(endpoint), std::move(observer))) {}

RestClient::~RestClient() {
  stop();
}

asio::awaitable<Result<Reply>> RestClient::call(Call call) {
  return State::perform(state_, std::move(call), Exchange{});
}

asio::awaitable<Result<Reply>> RestClient::stream(Call call, std::chrono::milliseconds silence,
                                                  std::function<void(std::string_view)> on_line,
                                                  std::function<void()> on_open) {
  Exchange shape;
  shape.on_line = std::move(on_line);
  shape.on_open = std::move(on_open);
  shape.silence = silence;
  return State::perform(state_, std::move(call), std::move(shape));
}

asio::awaitable<void> RestClient::pause(std::chrono::milliseconds time,
                                        std::shared_ptr<Interrupt> interrupt) {
  return State::pause(state_, time, std::move(interrupt));
}

std::uint64_t RestClient::calls_made() const {
  return state_->calls();
}

void RestClient::stop() {
  state_->stop();
}

bool RestClient::is_stopped() const {
  return state_->is_stopped();
}

}  // namespace npushare::kube
