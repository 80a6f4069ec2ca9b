/// One accepted socket with a deadline.
///
/// Reads and writes first try without waiting, so that an answer that fits the socket's buffer
/// costs one system call and no trip through the event loop. The deadline is a time that is only
/// looked at when the timer ticks: moving it costs no timer operation. Errors:  a closed, broken or
/// overdue connection reads 0 bytes and writes false; the cause does not matter. Threads:
/// everything on the socket's strand.
#pragma once

#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>

namespace npushare::http {

namespace asio = boost::asio;

class Channel : public std::enable_shared_from_this<Channel> {
 public:
  using Clock = std::chrono::steady_clock;
  using Parts = std::array<asio::const_buffer, 3>;  // unused ones are empty

  /// `tick`: the shortest deadline that will ever be set.
  Channel(asio::ip::tcp::socket socket, std::chrono::milliseconds tick);

  /// Begins to watch the deadline; once, after construction.
  void start() { arm(); }

  asio::awaitable<std::size_t> read_some(std::span<char> into);
  /// False when the connection ended before `into` was full.
  asio::awaitable<bool> read_exactly(std::span<char> into);
  /// One gathered write. `patience` is how long a peer may take that does not read.
  asio::awaitable<bool> write(Parts parts, std::chrono::milliseconds patience);
  /// Writes what goes out without waiting, for a last word.
  void write_now(std::string_view text);

  /// Tells the peer that nothing more comes, then drops what it still sends, so that it can read
  /// our answer.
  asio::awaitable<void> linger(std::chrono::milliseconds patience);

  void due_in(std::chrono::milliseconds time);
  void no_deadline() { due_ = Clock::time_point::max(); }
  void close();

  asio::ip::tcp::socket::executor_type executor() { return socket_.get_executor(); }

 private:
  void arm();
  void tick();

  asio::ip::tcp::socket socket_;
  asio::steady_timer timer_;
  std::chrono::milliseconds tick_;
  Clock::time_point due_ = Clock::time_point::max();
  Clock::time_point armed_{};
};

}  // namespace npushare::http
