/// An embedded API server on a thread of its own, and a client that watches it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scheduler/embedded/api_server.hpp"
#include "tests/support/embedded_objects.hpp"
#include "tests/support/http_raw_client.hpp"
#include "tests/support/http_running_server.hpp"

namespace npushare::embedded::testing_support {

using npushare::testing_support::RawClient;
using npushare::testing_support::RawReply;
using npushare::testing_support::RunningContext;

struct HttpCall {
  std::string method = "GET";
  std::string path;
  std::string body;
  std::string content_type = "application/json";
};

inline std::string bytes_of(const HttpCall& call) {
  return call.method + " " + call.path +
         " HTTP/1.1\r\nHost: t\r\nContent-Type: " + call.content_type +
         "\r\nContent-Length: " + std::to_string(call.body.size()) + "\r\n\r\n" + call.body;
}

/// Status 0 when the server did not answer.
inline RawReply ask(std::uint16_t port, const HttpCall& call) {
  return RawClient(port).ask(bytes_of(call)).value_or(RawReply{});
}

inline RawReply get(std::uint16_t port, std::string path) {
  return ask(port, {.method = "GET", .path = std::move(path)});
}

inline RawReply create(std::uint16_t port, std::string path, const Json& object) {
  return ask(port, {.method = "POST", .path = std::move(path), .body = object.text()});
}

/// A watch whose events are taken one by one; nothing when the stream has ended.
class WatchClient {
 public:
  WatchClient(std::uint16_t port, std::string path) : client_(port) {
    client_.send(bytes_of({.method = "GET", .path = std::move(path)}));
    client_.receive_head();
  }

  std::optional<Json> next() {
    while (pending_.find('\n') == std::string::npos) {
      const std::optional<std::string> chunk = client_.receive_chunk();
      if (!chunk || chunk->empty()) return std::nullopt;
      pending_ += *chunk;
    }
    const std::size_t end = pending_.find('\n');
    Json event = parsed(pending_.substr(0, end));
    pending_.erase(0, end + 1);
    return event;
  }

  /// The first event that `wanted` is true for; nothing when the stream ends before.
  template <class Wanted>
  std::optional<Json> next_where(Wanted wanted) {
    while (std::optional<Json> event = next())
      if (wanted(*event)) return event;
    return std::nullopt;
  }

 private:
  RawClient client_;
  std::string pending_;
};

class RunningApi {
 public:
  explicit RunningApi(ApiOptions options = {}, std::size_t log_size = 8192)
      : store(std::make_shared<Store>(quiet_options(log_size))),
        server(running_.context().get_executor(), store, nullptr, options) {
    is_started = server.start().has_value();
  }
  ~RunningApi() {
    server.stop();
    running_.drain();
  }

 private:
  RunningContext running_;

 public:
  std::shared_ptr<Store> store;
  ApiServer server;
  bool is_started = false;
};

}  // namespace npushare::embedded::testing_support
