#include "scheduler/http/channel.hpp"

#include <poll.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/write.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace npushare::http {
namespace {

using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::deferred);
constexpr std::size_t kDropStep = std::size_t{16} << 10;

bool would_block(const error_code& error) {
  return error == asio::error::would_block || error == asio::error::try_again;
}

void advance(Channel::Parts& parts, std::size_t sent) {
  for (asio::const_buffer& part : parts) {
    const std::size_t done = std::min(sent, part.size());
    part += done;
    sent -= done;
  }
}

}  // namespace

Channel::Channel(asio::ip::tcp::socket socket, std::chrono::milliseconds tick,
                 TlsIdentity::Context tls)
    : socket_(std::move(socket)),
      tls_(tls ? std::make_unique<TlsLink>(socket_, std::move(tls)) : nullptr),
      timer_(socket_.get_executor()),
      tick_(tick) {
  error_code ignored;  // a socket that is gone already shows it at the first read
  socket_.non_blocking(true, ignored);
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
}

asio::awaitable<Channel::Greeting> Channel::greet() {
  if (!tls_) co_return Greeting::kReady;
  auto waiting = socket_.async_wait(asio::socket_base::wait_read, kAwait);
  const auto [failed] = co_await std::move(waiting);
  if (failed) co_return Greeting::kFailed;
  char first = 0;
  error_code error;
  socket_.receive(asio::mutable_buffer(&first, 1), asio::socket_base::message_peek, error);
  // A TLS record begins with its type; a request with its method.
  const bool is_request = !error && first >= 'A' && first <= 'Z';
  if (is_request) {
    tls_.reset();
    co_return Greeting::kPlainHttp;
  }
  auto shaking = tls_->shake_hands();
  const bool is_ready = co_await std::move(shaking);
  co_return is_ready ? Greeting::kReady : Greeting::kFailed;
}

asio::awaitable<std::size_t> Channel::read_some(std::span<char> into) {
  return tls_ ? tls_->read_some(into) : read_raw(into);
}

asio::awaitable<std::size_t> Channel::read_raw(std::span<char> into) {
  const asio::mutable_buffer target(into.data(), into.size());
  auto reading = socket_.async_read_some(target, kAwait);
  const auto [error, size] = co_await std::move(reading);
  co_return error ? 0 : size;
}

asio::awaitable<bool> Channel::read_exactly(std::span<char> into) {
  while (!into.empty()) {
    error_code error = asio::error::would_block;
    std::size_t size = 0;
    if (!tls_) size = socket_.read_some(asio::mutable_buffer(into.data(), into.size()), error);
    if (would_block(error)) {
      auto reading = read_some(into);
      size = co_await std::move(reading);
    }
    if (size == 0) co_return false;
    into = into.subspan(size);
  }
  co_return true;
}

asio::awaitable<bool> Channel::write(Parts parts, std::chrono::milliseconds patience) {
  if (tls_) {
    due_in(patience);
    auto writing = tls_->write(parts);
    const bool is_written = co_await std::move(writing);
    no_deadline();
    co_return is_written;
  }
  error_code error;
  const std::size_t sent = socket_.write_some(parts, error);
  if (error && !would_block(error)) co_return false;
  advance(parts, sent);
  if (asio::buffer_size(parts) == 0) co_return true;

  due_in(patience);
  auto writing = asio::async_write(socket_, parts, kAwait);
  const auto [failed, size] = co_await std::move(writing);
  no_deadline();
  co_return !failed;
}

void Channel::write_now(std::string_view text) {
  if (tls_) return tls_->write_now(text);
  error_code ignored;  // the peer that does not get it sees the connection end instead
  socket_.write_some(asio::const_buffer(text.data(), text.size()), ignored);
}

bool Channel::has_left() const {
  pollfd peer{.fd = socket_.native_handle(), .events = POLLRDHUP, .revents = 0};
  return ::poll(&peer, 1, 0) > 0 && (peer.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

void Channel::say_goodbye() {
  if (tls_ && socket_.is_open()) tls_->say_goodbye();
}

asio::awaitable<void> Channel::linger(std::chrono::milliseconds patience) {
  say_goodbye();
  error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  auto waiting = wait_for_end(patience);
  co_await std::move(waiting);
}

asio::awaitable<void> Channel::wait_for_end(std::chrono::milliseconds patience) {
  due_in(patience);
  std::vector<char> dropped(kDropStep);
  std::size_t size = 1;
  while (size > 0) {
    auto reading = read_raw(dropped);
    size = co_await std::move(reading);
  }
}

void Channel::due_in(std::chrono::milliseconds time) {
  due_ = Clock::now() + time;
  if (due_ < armed_) arm();
}

void Channel::close() {
  error_code ignored;
  socket_.close(ignored);
  timer_.cancel();
}

void Channel::reset() {
  error_code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  close();
}

void Channel::arm() {
  if (!socket_.is_open()) return;  // a timer must not outlive its connection
  armed_ = std::min(due_, Clock::now() + tick_);
  timer_.expires_at(armed_);
  timer_.async_wait([weak = weak_from_this()](const error_code& error) {
    const std::shared_ptr<Channel> self = weak.lock();
    if (self && !error) self->tick();
  });
}

void Channel::tick() {
  if (!socket_.is_open()) return;
  if (Clock::now() >= due_) return close();
  arm();
}

}  // namespace npushare::http
