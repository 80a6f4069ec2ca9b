/// One accepted socket with a deadline, plain or TLS.
///
/// Plain reads and writes first try without waiting, so that an answer that fits the socket's
/// buffer costs one system call and no trip through the event loop. The deadline is a time that is
/// only looked at when the timer ticks: moving it costs no timer operation.
///
/// Errors:  a closed, broken or overdue connection reads 0 bytes and writes false; the cause does
///          not matter.
/// Threads: everything on the socket's strand, but has_left() from any.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "scheduler/http/message.hpp"
#include "scheduler/http/tls_link.hpp"

namespace npushare::http {

namespace asio = boost::asio;

class Channel final : public Caller, public std::enable_shared_from_this<Channel> {
 public:
  using Clock = std::chrono::steady_clock;
  using Parts = TlsLink::Parts;

  /// `tick`: the shortest deadline that will ever be set. `tls`: null for a plain one.
  Channel(asio::ip::tcp::socket socket, std::chrono::milliseconds tick,
          TlsIdentity::Context tls = nullptr);

  /// Begins to watch the deadline; once, after construction.
  void start() { arm(); }

  enum class Greeting : std::uint8_t {
    kReady,      // a plain channel, or one whose TLS is set up
    kPlainHttp,  // the peer does not speak TLS; now neither does the channel, to tell it so
    kFailed,
  };
  asio::awaitable<Greeting> greet();
  /// True when the peer has shown a good certificate.
  bool knows_peer() const { return tls_ && tls_->knows_peer(); }
  /// Sees the peer's end of the connection even behind bytes that nobody has read yet.
  bool has_left() const override;

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
  /// Says nothing and drops what the peer sends, until it leaves.
  asio::awaitable<void> wait_for_end(std::chrono::milliseconds patience);

  /// The last word between TLS peers; nothing on a plain channel.
  void say_goodbye();

  void due_in(std::chrono::milliseconds time);
  void no_deadline() { due_ = Clock::time_point::max(); }
  void close();
  /// Closes so that the peer sees a reset.
  void reset();

  asio::ip::tcp::socket::executor_type executor() { return socket_.get_executor(); }

 private:
  void arm();
  void tick();
  asio::awaitable<std::size_t> read_raw(std::span<char> into);

  mutable asio::ip::tcp::socket socket_;  // its handle cannot be asked of a const one
  std::unique_ptr<TlsLink> tls_;
  asio::steady_timer timer_;
  std::chrono::milliseconds tick_;
  Clock::time_point due_ = Clock::time_point::max();
  Clock::time_point armed_{};
};

}  // namespace npushare::http
