/// HTTP/1.1 to a Kubernetes API server: a pool of kept-alive connections, plain or TLS.
///
/// Deadlines: every call ends within its time limit, name resolution, connecting and retries
/// included. Retries:   once, on a fresh connection, when a kept one turns out to be dead: a GET
/// that got no byte of an
///            answer, or any call whose last byte could not be handed over. Once after a 401, when
///            the token file holds another token.
/// Errors:    kTimeout, kUncertain for a write that was sent and not answered, kInternal for a
/// broken
///            connection before the whole request was sent (the server cannot have acted on it),
///            kInvalid for an endpoint whose certificates cannot be used; an HTTP status is not an
///            error here.
/// Threads:   any; connections are never shared by two calls at once. The executor's context must
/// outlive
///            the client.
/// Source:    spec/kube-scheduler-extender.md 4.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
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
  std::string ca_pem;       // empty: the system's roots
  std::string server_name;  // for SNI and verification; empty: host
  bool skip_verify = false;
  std::string client_cert_pem;  // both or none
  std::string client_key_pem;
  std::string token;       // bearer; empty: none
  std::string token_file;  // read again when older than a minute; wins over token
};

struct Call {
  std::string method = "GET";
  std::string target;  // path and query, encoded
  std::string content_type{};
  std::string body{};
  std::chrono::milliseconds time_limit{10'000};  // of a stream: up to the end of its head
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

  /// A streamed answer, line by line, until the server ends it (the reply then has status 200 and
  /// no body) or nothing arrives for `silence` (kTimeout). A status other than 200 comes back with
  /// its body and no lines. `on_line` is never called again once this has returned; a line above 8
  /// MiB reaches it cut.
  asio::awaitable<Result<Reply>> stream(Call call, std::chrono::milliseconds silence,
                                        std::function<void(std::string_view line)> on_line);

  /// How many calls were made so far, for tests and metrics.
  std::uint64_t calls_made() const;

  /// Waits, or returns early when the client is stopped.
  asio::awaitable<void> pause(std::chrono::milliseconds time);

  /// Ends all calls, streams and pauses with an error; new ones fail at once.
  void stop();
  bool is_stopped() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

/// What an HTTP answer that is no success means; `what` names the call for the message.
/// 404 kNotFound; 409 kConflict; 410 kExpired; 401, 403 kUnauthorized; 413 kTooLarge; 408 kTimeout;
/// 429, 503, 504 kBusy; other 5xx kInternal; other 4xx kInvalid. 422 is kConflict when it was a
/// precondition that failed (a JSON-patch test, metadata.uid, metadata.resourceVersion), else
/// kInvalid: only its message tells.
Error error_of(const Reply& reply, std::string_view what);

}  // namespace npushare::kube
