#include "scheduler/kube/transport.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <tuple>
#include <utility>

#include "scheduler/kube/endpoint.hpp"
#include "scheduler/kube/tls.hpp"

namespace npushare::kube {
namespace {

using asio::ip::tcp;
using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::deferred);
constexpr int kKeepAliveSeconds = 30;

/// A peer that has vanished is noticed in minutes instead of hours, and no answer waits for a full
/// segment.
void set_options(tcp::socket& socket) {
  error_code ignored;  // a socket that is gone already shows it at the first write
  socket.non_blocking(true, ignored);
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
#ifdef TCP_KEEPIDLE
  const int seconds = kKeepAliveSeconds;
  ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_KEEPIDLE, &seconds, sizeof seconds);
  ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_KEEPINTVL, &seconds, sizeof seconds);
#endif
}

}  // namespace

/// Shared with the resolver's thread, which may answer after this connection has gone.
struct Transport::Resolution {
  bool is_done = false;
  error_code error;
  tcp::resolver::results_type results;
};

Transport::Transport(asio::any_io_executor strand, const Endpoint& endpoint,
                     std::shared_ptr<asio::ssl::context> tls)
    : endpoint_(endpoint),
      socket_(strand),
      context_(std::move(tls)),
      resolver_(strand),
      timer_(strand),
      resolved_(strand) {}

asio::awaitable<Result<>> Transport::connect() {
  auto resolving = resolve();
  const Result<Endpoints> endpoints = co_await std::move(resolving);
  if (!endpoints) co_return endpoints.error();

  auto connecting = asio::async_connect(socket_, *endpoints, kAwait);
  const auto [error, chosen] = co_await std::move(connecting);
  if (error || is_closed_) co_return error_from(error, "cannot connect");
  set_options(socket_);

  if (context_) {
    auto shaking = shake_hands();
    const Result<> agreed = co_await std::move(shaking);
    if (!agreed) co_return agreed;
  }
  is_connected_ = true;
  co_return Result<>{};
}

asio::awaitable<Result<Transport::Endpoints>> Transport::resolve() {
  error_code no_address;
  const asio::ip::address address = asio::ip::make_address(endpoint_.host, no_address);
  std::uint16_t port = 0;
  std::from_chars(endpoint_.port.data(), endpoint_.port.data() + endpoint_.port.size(), port);
  if (!no_address && port != 0) co_return Endpoints{tcp::endpoint(address, port)};

  // The resolver cannot be interrupted: whoever is first, its answer or the deadline, ends the
  // wait.
  const auto answer = std::make_shared<Resolution>();
  resolved_.expires_at(Clock::time_point::max());
  resolver_.async_resolve(endpoint_.host, endpoint_.port,
                          [answer, weak = weak_from_this()](const error_code& error,
                                                            tcp::resolver::results_type results) {
                            *answer = {true, error, std::move(results)};
                            if (const std::shared_ptr<Transport> self = weak.lock())
                              self->resolved_.cancel();
                          });
  auto waiting = resolved_.async_wait(kAwait);
  co_await std::move(waiting);
  if (!answer->is_done || answer->error || is_closed_)
    co_return error_from(answer->error, "cannot resolve the name");
  Endpoints endpoints;
  for (const auto& entry : answer->results) endpoints.push_back(entry.endpoint());
  co_return endpoints;
}

asio::awaitable<Result<>> Transport::shake_hands() {
  tls_ = std::make_unique<asio::ssl::stream<tcp::socket&>>(socket_, *context_);
  const Result<> expecting = expect_server(tls_->native_handle(), endpoint_);
  if (!expecting) co_return expecting;
  auto shaking = tls_->async_handshake(asio::ssl::stream_base::client, kAwait);
  const auto [error] = co_await std::move(shaking);
  if (!error && !is_closed_) co_return Result<>{};

  const std::string problem = certificate_problem(tls_->native_handle());
  Error failure = error_from(error, "no TLS");
  if (!problem.empty()) failure.message += " (" + problem + ")";
  co_return failure;
}

asio::awaitable<Result<std::size_t>> Transport::read_some(std::span<char> into) {
  const asio::mutable_buffer target(into.data(), into.size());
  error_code error;
  std::size_t size = 0;
  if (tls_) {
    auto reading = tls_->async_read_some(target, kAwait);
    std::tie(error, size) = co_await std::move(reading);
  } else {
    auto reading = socket_.async_read_some(target, kAwait);
    std::tie(error, size) = co_await std::move(reading);
  }
  if (error == asio::error::eof && !is_closed_) co_return std::size_t{0};
  if (error || is_closed_) co_return error_from(error, "cannot read");
  co_return size;
}

asio::awaitable<Result<>> Transport::write(std::string_view bytes) {
  error_code error;
  std::size_t size = 0;
  if (tls_) {
    auto writing = asio::async_write(*tls_, asio::buffer(bytes), kAwait);
    std::tie(error, size) = co_await std::move(writing);
    if (error) co_return error_from(error, "cannot write");
    co_return Result<>{};
  }
  size = socket_.write_some(asio::buffer(bytes), error);
  if (error == asio::error::would_block) error = {};
  if (!error && size < bytes.size()) {
    auto writing = asio::async_write(socket_, asio::buffer(bytes.substr(size)), kAwait);
    std::tie(error, size) = co_await std::move(writing);
  }
  if (error) co_return error_from(error, "cannot write");
  co_return Result<>{};
}

void Transport::due_at(Clock::time_point time) {
  due_ = time;
  if (due_ < armed_) arm();
}

void Transport::rest() {
  due_ = armed_ = Clock::time_point::max();
  timer_.cancel();
}

bool Transport::is_quiet() {
  std::array<char, 1> byte{};
  error_code error;
  socket_.receive(asio::buffer(byte), tcp::socket::message_peek, error);
  return error == asio::error::would_block;
}

void Transport::close() {
  is_closed_ = true;
  rest();
  resolved_.cancel();
  error_code ignored;
  socket_.close(ignored);
}

void Transport::arm() {
  armed_ = due_;
  timer_.expires_at(armed_);
  timer_.async_wait([weak = weak_from_this()](const error_code& error) {
    const std::shared_ptr<Transport> self = weak.lock();
    if (self && !error) self->tick();
  });
}

void Transport::tick() {
  armed_ = Clock::time_point::max();
  is_overdue_ = Clock::now() >= due_;
  if (is_overdue_) return close();
  due_at(due_);
}

Error Transport::error_from(const error_code& error, std::string_view doing) {
  const std::string where = authority_of(endpoint_) + ": " + std::string(doing) + ": ";
  const Error failure =
      is_overdue_  ? Error{ErrorCode::kTimeout, where + "the time limit has passed"}
      : is_closed_ ? Error{ErrorCode::kInternal, where + "the client has been stopped"}
                   : Error{ErrorCode::kInternal, where + error.message()};
  close();
  return failure;
}

}  // namespace npushare::kube
