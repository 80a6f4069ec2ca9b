/// An HTTP/1.1 server, plain or TLS: keep-alive, pipelined peers, limits and deadlines, clean stop.
///
/// The header is parsed by Beast, the body is read straight into a buffer that the connection
/// reuses.
///
/// Limits:  a body above body_limit gets 413, a header above 64 KiB gets 431, and the connection is
///          closed; header and body each have a deadline; an idle connection lives idle_timeout; a
///          client that does not read its answer is dropped after body_timeout.
/// Threads: start() and stop() from any; handlers run on the executor's threads, those of one
///          connection never at the same time. The executor's context must outlive the server.
/// Source:  RFC 9112; spec/kube-scheduler-extender.md 1.3 and 5.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/http/router.hpp"
#include "scheduler/http/tls_identity.hpp"

namespace npushare::http {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free one
  std::size_t body_limit = std::size_t{256} << 20;
  std::chrono::milliseconds header_timeout{15'000};
  std::chrono::milliseconds body_timeout{60'000};
  std::chrono::milliseconds idle_timeout{180'000};  // kube-scheduler keeps its connections 90 s
  /// Null: plain HTTP. The TLS handshake has header_timeout.
  std::shared_ptr<const TlsIdentity> tls{};
  /// Answered without a client certificate where one is asked for: probes have none.
  std::vector<std::string> open_paths{};
};

class Server {
 public:
  Server(asio::any_io_executor executor, Router router, ServerOptions options);
  ~Server();

  /// kConflict: the address is taken or not ours. kInvalid: it is no IP address.
  Result<> start();

  /// The port in use after start().
  std::uint16_t port() const;

  /// Accepts no more; idle connections end now, busy ones after the answer they are working on. A
  /// stream's write() is false from then on, and one that awaits something else is cancelled
  /// (operation_aborted).
  void stop();

  /// Open now, and ever accepted. After stop(), open() is 0 once every answer is out.
  std::size_t open() const;
  std::uint64_t accepted() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare::http
