/// One request and its answer on one connection.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/kube/transport.hpp"

namespace npushare::kube {

struct Exchange {
  std::string name{};                  // method and target, for messages
  std::string request{};               // head and body, ready to send
  bool is_read_only = false;           // may be sent twice without harm
  Transport::Clock::time_point due{};  // for all of it, or for a stream up to the end of its head
  /// For streams: a 200's body goes there line by line, after `on_open`, and `silence` is the
  /// longest wait for the next byte.
  std::function<void(std::string_view line)> on_line{};
  std::function<void()> on_open{};
  std::shared_ptr<Interrupt> interrupt{};
  std::chrono::milliseconds silence{0};
};

/// How far it came decides whether it may be tried again.
struct Outcome {
  Result<Reply> reply = Reply{};
  bool was_sent = false;      // the last byte of the request was handed over
  bool was_answered = false;  // a first byte of the answer came
  bool is_reusable = false;   // the connection may serve another exchange
};

/// Connects first if need be. Runs on the transport's strand; leaves the transport at rest when it
/// is reusable, closed when not.
asio::awaitable<Outcome> run_exchange(std::shared_ptr<Transport> transport, Exchange exchange);

}  // namespace npushare::kube
