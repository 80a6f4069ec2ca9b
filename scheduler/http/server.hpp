/// An HTTP/1.1 server: keep-alive, pipelined peers, limits and deadlines, clean stop.
///
/// The header is parsed by Beast, the body is read straight into a buffer that the connection reuses.
/// Limits:  a body above body_limit gets 413 and the connection is closed; header and body each have a
///          deadline; an idle connection lives idle_timeout.
/// Threads: start() and stop() from any; handlers run on the executor's threads.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/http/router.hpp"

namespace npushare::http {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free one
  std::size_t body_limit = std::size_t{256} << 20;
  std::chrono::seconds header_timeout{15};
  std::chrono::seconds body_timeout{60};
  std::chrono::seconds idle_timeout{180};  // kube-scheduler keeps its connections 90 s
};

class Server {
 public:
  Server(asio::any_io_executor executor, Router router, ServerOptions options);
  ~Server();

  /// kConflict: the address is taken or not ours.
  Result<> start();

  /// The port in use after start().
  std::uint16_t port() const;

  /// Accepts no more; connections end after the answer they are working on.
  void stop();

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace npushare::http
