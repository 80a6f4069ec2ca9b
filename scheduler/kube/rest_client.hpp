/// HTTP/1.1 to a Kubernetes API server: a pool of kept-alive connections, plain or TLS.
///
/// Deadlines: every call ends within its time limit, the wait for its turn, a credential plugin,
///            name resolution, connecting and retries included.
/// Rates:     100 calls a second and a burst of 200; events have a bucket of their own, 10 and 50,
///            and urgent calls wait for nobody.
/// Retries:   once, on a fresh connection, when a kept one turns out to be dead: a GET that got no
///            byte of an answer, or any call whose last byte could not be handed over. Once after a
///            401, when the token file or the plugin has another credential.
/// Errors:    kTimeout, kUncertain for a write that was sent and not answered, kInternal for a
///            broken connection before the whole request was sent (the server cannot have acted on
///            it) and for an interrupted call, kBusy when its turn would come too late, kInvalid
///            for an endpoint whose certificates cannot be used, kUnauthorized for a plugin that
///            fails; an HTTP status is not an error here.
/// Threads:   any; connections are never shared by two calls at once. The executor's context must
///            outlive the client.
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
#include "scheduler/kube/call_end.hpp"
#include "scheduler/kube/endpoint.hpp"
#include "scheduler/kube/interrupt.hpp"

namespace npushare::kube {

namespace asio = boost::asio;

/// Who waits for whom at the client's own rate limit.
enum class Priority : std::uint8_t {
  kUrgent,    // bind, node lock and lease: never wait
  kOrdinary,  // everything else
  kEvent,     // events: wait for each other only
};

struct Call {
  std::string method = "GET";
  std::string target;  // path and query, encoded
  std::string content_type{};
  std::string body{};
  std::chrono::milliseconds time_limit{10'000};  // of a stream: up to the end of its head
  Priority priority = Priority::kOrdinary;
  std::shared_ptr<Interrupt> interrupt{};  // none: only stop() ends it early
};

struct Reply {
  unsigned status = 0;
  std::string body;
  std::chrono::seconds retry_after{0};
};

class RestClient {
 public:
  /// `observer` is told of every call; empty: nobody is.
  RestClient(asio::any_io_executor executor, Endpoint endpoint, CallObserver observer = {});
  ~RestClient();

  asio::awaitable<Result<Reply>> call(Call call);

  /// A streamed answer, line by line, until the server ends it (the reply then has status 200 and
  /// no body) or nothing arrives for `silence` (kTimeout). A status other than 200 comes back with
  /// its body and no lines. `on_open` tells that a 200 has begun. Neither is called again once this
  /// has returned; a line above 8 MiB reaches `on_line` cut.
  asio::awaitable<Result<Reply>> stream(Call call, std::chrono::milliseconds silence,
                                        std::function<void(std::string_view line)> on_line,
                                        std::function<void()> on_open = nullptr);

  /// How many calls were made so far, for tests and metrics.
  std::uint64_t calls_made() const;

  /// Waits, or returns early when the client is stopped or the interrupt raised.
  asio::awaitable<void> pause(std::chrono::milliseconds time,
                              std::shared_ptr<Interrupt> interrupt = nullptr);

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

/// 504 because the server has not reached the resourceVersion asked for.
bool is_version_too_large(const Reply& reply);

}  // namespace npushare::kube
