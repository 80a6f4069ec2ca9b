#include "scheduler/http/channel.hpp"

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

Channel::Channel(asio::ip::tcp::socket socket, std::chrono::milliseconds tick)
    : socket_(std::move(socket)), timer_(socket_.get_executor()), tick_(tick) {
  error_code ignored;  // a socket that is gone already shows it at the first read
  socket_.non_blocking(true, ignored);
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
}

asio::awaitable<std::size_t> Channel::read_some(std::span<char> into) {
  const asio::mutable_buffer target(into.data(), into.size());
  auto reading = socket_.async_read_some(target, kAwait);
  const auto [error, size] = co_await std::move(reading);
  co_return error ? 0 : size;
}

asio::awaitable<bool> Channel::read_exactly(std::span<char> into) {
  while (!into.empty()) {
    error_code error;
    std::size_t size = socket_.read_some(asio::mutable_buffer(into.data(), into.size()), error);
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
  error_code ignored;  // the peer that does not get it sees the connection end instead
  socket_.write_some(asio::const_buffer(text.data(), text.size()), ignored);
}

asio::awaitable<void> Channel::linger(std::chrono::milliseconds patience) {
  error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  due_in(patience);
  std::vector<char> dropped(kDropStep);
  std::size_t size = 1;
  while (size > 0) {
    auto reading = read_some(dropped);
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
