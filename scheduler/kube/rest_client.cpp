#include "scheduler/kube/rest_client.hpp"

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "scheduler/kube/connection_pool.hpp"
#include "scheduler/kube/endpoint.hpp"
#include "scheduler/kube/exchange.hpp"
#include "scheduler/kube/pauses.hpp"
#include "scheduler/kube/tls.hpp"
#include "scheduler/kube/token_source.hpp"

namespace npushare::kube {
namespace {

using Clock = std::chrono::steady_clock;

bool is_read_only(const Call& call) {
  return call.method == "GET" || call.method == "HEAD";
}

std::string write_request(const Call& call, const Endpoint& endpoint, const std::string& token) {
  std::string out = call.method + " " + call.target +
                    " HTTP/1.1\r\nHost: " + authority_of(endpoint) +
                    "\r\nUser-Agent: npushare/" NPUSHARE_VERSION "\r\nAccept: application/json\r\n";
  if (!token.empty()) out.append("Authorization: Bearer ").append(token).append("\r\n");
  if (!call.content_type.empty())
    out.append("Content-Type: ").append(call.content_type).append("\r\n");
  if (!is_read_only(call) || !call.body.empty())
    out.append("Content-Length: ").append(std::to_string(call.body.size())).append("\r\n");
  return out.append("\r\n").append(call.body);
}

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

}  // namespace

class RestClient::State {
 public:
  State(asio::any_io_executor executor, Endpoint endpoint)
      : executor_(std::move(executor)),
        endpoint_(std::move(endpoint)),
        tls_(tls_context_for(endpoint_)),
        tokens_(endpoint_.token, endpoint_.token_file) {}

  static asio::awaitable<Result<Reply>> perform(std::shared_ptr<State> self, Call call,
                                                Exchange shape);

  static asio::awaitable<void> pause(std::shared_ptr<State> self, std::chrono::milliseconds time) {
    auto waiting = self->pauses_.wait(self->executor_, time);
    co_await std::move(waiting);
  }

  void stop() {
    pool_.stop();
    pauses_.stop();
  }
  bool is_stopped() const { return pool_.is_stopped(); }
  std::uint64_t calls() const { return calls_; }

 private:
  asio::awaitable<Result<Reply>> attempt(Exchange exchange);
  asio::awaitable<Outcome> run(std::shared_ptr<Transport> transport, Exchange exchange);
  std::shared_ptr<Transport> open();

  asio::any_io_executor executor_;
  Endpoint endpoint_;
  Result<std::shared_ptr<asio::ssl::context>> tls_;
  TokenSource tokens_;
  ConnectionPool pool_;
  Pauses pauses_;
  std::atomic<std::uint64_t> calls_{0};
};

asio::awaitable<Result<Reply>> RestClient::State::perform(std::shared_ptr<State> self, Call call,
                                                          Exchange shape) {
  ++self->calls_;
  if (!self->tls_) co_return self->tls_.error();
  shape.name = call.method + " " + call.target;
  shape.is_read_only = is_read_only(call);
  shape.due = Clock::now() + call.time_limit;
  const std::string token = self->tokens_.current(Clock::now());
  shape.request = write_request(call, self->endpoint_, token);
  auto trying = self->attempt(shape);
  Result<Reply> reply = co_await std::move(trying);
  if (!reply || reply->status != 401 || !self->tokens_.renew(token, Clock::now())) co_return reply;

  const std::string renewed = self->tokens_.current(Clock::now());
  shape.request = write_request(call, self->endpoint_, renewed);
  auto again = self->attempt(std::move(shape));
  co_return co_await std::move(again);
}

asio::awaitable<Result<Reply>> RestClient::State::attempt(Exchange exchange) {
  if (std::shared_ptr<Transport> kept = pool_.take()) {
    auto running = run(std::move(kept), exchange);
    Outcome outcome = co_await std::move(running);
    if (!may_retry(outcome, exchange)) co_return judge(std::move(outcome), exchange);
  }
  std::shared_ptr<Transport> fresh = open();
  if (!fresh) co_return stopped(exchange);
  auto running = run(std::move(fresh), exchange);
  Outcome outcome = co_await std::move(running);
  co_return judge(std::move(outcome), exchange);
}

asio::awaitable<Outcome> RestClient::State::run(std::shared_ptr<Transport> transport,
                                                Exchange exchange) {
  auto exchanging = run_exchange(transport, std::move(exchange));
  auto running = asio::co_spawn(transport->executor(), std::move(exchanging), asio::use_awaitable);
  Outcome outcome = co_await std::move(running);
  if (outcome.is_reusable) pool_.give_back(std::move(transport));
  co_return outcome;
}

std::shared_ptr<Transport> RestClient::State::open() {
  auto transport = std::make_shared<Transport>(asio::make_strand(executor_), endpoint_, *tls_);
  return pool_.add(transport) ? transport : nullptr;
}

RestClient::RestClient(asio::any_io_executor executor, Endpoint endpoint)
    : state_(std::make_shared<State>(std::move(executor), std::move(endpoint))) {}

RestClient::~RestClient() {
  stop();
}

asio::awaitable<Result<Reply>> RestClient::call(Call call) {
  return State::perform(state_, std::move(call), Exchange{});
}

asio::awaitable<Result<Reply>> RestClient::stream(Call call, std::chrono::milliseconds silence,
                                                  std::function<void(std::string_view)> on_line) {
  Exchange shape;
  shape.on_line = std::move(on_line);
  shape.silence = silence;
  return State::perform(state_, std::move(call), std::move(shape));
}

asio::awaitable<void> RestClient::pause(std::chrono::milliseconds time) {
  return State::pause(state_, time);
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
