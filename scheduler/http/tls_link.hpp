/// TLS on an accepted socket.
///
/// Errors:  as Channel: a broken connection reads 0 bytes and writes false.
/// Threads: everything on the socket's strand; one read and one write at a time.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "scheduler/http/tls_identity.hpp"

namespace npushare::http {

namespace asio = boost::asio;

class TlsLink {
 public:
  using Parts = boost::container::small_vector<asio::const_buffer, 8>;  // mostly three or less

  /// The socket must outlive this.
  TlsLink(asio::ip::tcp::socket& socket, TlsIdentity::Context context);
  ~TlsLink();

  asio::awaitable<bool> shake_hands();
  asio::awaitable<std::size_t> read_some(std::span<char> into);
  asio::awaitable<bool> write(Parts parts);
  /// What goes out without waiting. Only while nothing is read or written.
  void write_now(std::string_view text);
  void say_goodbye();

  /// True when the client has shown a certificate, which is then a good one.
  bool knows_peer() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace npushare::http
