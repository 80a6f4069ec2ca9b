/// HTTP/1.1 to a Kubernetes API server: a pool of kept-alive connections, plain or TLS.
///
/// Deadlines: every call ends within its time limit, connecting included.
/// Errors:    kTimeout, kUncertain for a write that was sent and not answered, kInternal for a broken
///            connection before anything was sent; an HTTP status is not an error here.
/// Threads:   any; connections are never shared by two calls at once.
/// Source:    spec/kube-scheduler-extender.md 4.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "accounting/result.hpp"

namespace npushare::kube {

namespace asio = boost::asio;

/// Where the server is and how to prove who we are.
struct Endpoint {
  std::string host;
  std::string port;
  bool tls = false;
  std::string ca_pem;           // empty: the system's roots
  std::string server_name;      // for SNI and verification; empty: host
  bool skip_verify = false;
  std::string client_cert_pem;  // both or none
  std::string client_key_pem;
  std::string token;            // bearer; empty: none
  std::string token_file;       // read again when older than a minute; wins over token
};

struct Call {
  std::string method = "GET";
  std::string target;  // path and query, encoded
  std::string content_type;
  std::string body;
  std::chrono::milliseconds time_limit{10'000};
};

struct Reply {
  unsigned status = 0;
  std::string body;
  std::chrono::seconds retry_after{0};
};

class RestClient {
 public:
  RestClient(asio::any_io_executor executor, Endpoint endpoint);
  ~RestClient();

  asio::awaitable<Result<Reply>> call(Call call);

  /// A streamed answer, line by line, until the server ends it (the reply then has status 200 and no body)
  /// or nothing arrives for `silence`. A status other than 200 comes back with its body and no lines.
  asio::awaitable<Result<Reply>> stream(Call call, std::chrono::milliseconds silence,
                                        std::function<void(std::string_view line)> on_line);

  /// How many calls were made so far, for tests and metrics.
  std::uint64_t calls_made() const;

  /// Ends all calls and streams with an error.
  void stop();

 private:
  class State;
  std::shared_ptr<State> state_;
};

/// What an HTTP answer that is no success means; `what` names the call for the message.
Error error_of(const Reply& reply, std::string_view what);

}  // namespace npushare::kube
