/// One connection to the API server, plain or TLS, under one deadline at a time.
///
/// Errors:  kTimeout: the deadline passed; kInternal: everything else, with the system's words.
///          After any error the connection is closed and of no further use.
/// Threads: everything on executor(), which is a strand; never two operations at once.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/kube/endpoint.hpp"

namespace npushare::kube {

namespace asio = boost::asio;

class Transport : public std::enable_shared_from_this<Transport> {
 public:
  using Clock = std::chrono::steady_clock;

  /// `tls` is null for a plain connection. The endpoint must outlive this.
  Transport(asio::any_io_executor strand, const Endpoint& endpoint,
            std::shared_ptr<asio::ssl::context> tls);

  /// From now on everything has to be done by then.
  void due_at(Clock::time_point time);

  asio::awaitable<Result<>> connect();
  /// 0: the server has ended the connection in order.
  asio::awaitable<Result<std::size_t>> read_some(std::span<char> into);
  /// An error means that the last byte was not handed over, so the server cannot have had the
  /// whole.
  asio::awaitable<Result<>> write(std::string_view bytes);

  /// No deadline and no timer while it waits in the pool.
  void rest();
  /// False once the server has closed it or said something nobody asked for. Only while it rests.
  bool is_quiet();
  void close();

  bool is_connected() const { return is_connected_; }
  asio::any_io_executor executor() { return timer_.get_executor(); }

 private:
  using Endpoints = std::vector<asio::ip::tcp::endpoint>;
  struct Resolution;

  asio::awaitable<Result<Endpoints>> resolve();
  asio::awaitable<Result<>> shake_hands();
  void arm();
  void tick();
  Error error_from(const boost::system::error_code& error, std::string_view doing);

  const Endpoint& endpoint_;
  asio::ip::tcp::socket socket_;
  std::shared_ptr<asio::ssl::context> context_;
  std::unique_ptr<asio::ssl::stream<asio::ip::tcp::socket&>> tls_;
  asio::ip::tcp::resolver resolver_;
  asio::steady_timer timer_;
  asio::steady_timer resolved_;  // cancelled when the resolver has answered
  Clock::time_point due_ = Clock::time_point::max();
  Clock::time_point armed_ = Clock::time_point::max();
  bool is_overdue_ = false;
  bool is_closed_ = false;
  bool is_connected_ = false;
};

}  // namespace npushare::kube
