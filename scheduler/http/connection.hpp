/// One client: requests in order, an answer to each, until one side has enough.
///
/// Ends:    `Connection: close` or HTTP/1.0 without keep-alive, a refused request, a handler's
/// exception,
///          a deadline, the client leaving, stop().
/// Threads: everything on the connection's strand; run() once.
#pragma once

#include <boost/asio/cancellation_signal.hpp>
#include <memory>
#include <string>

#include "scheduler/http/body_stream.hpp"
#include "scheduler/http/channel.hpp"
#include "scheduler/http/request_reader.hpp"
#include "scheduler/http/router.hpp"
#include "scheduler/http/server.hpp"

namespace npushare::http {

/// What all connections of a server share and none changes.
struct Service {
  Router router;
  ServerOptions options;
};

enum class ReplyBody : std::uint8_t { kSent, kLeftOut };

class Connection {
 public:
  Connection(asio::ip::tcp::socket socket, std::shared_ptr<const Service> service);

  /// The caller keeps this alive until it has ended.
  asio::awaitable<void> run();

  /// An idle connection ends now, a stream is woken and ends, any other ends after its answer.
  void stop();

  /// Through it stop() wakes a stream that waits for something to tell.
  asio::cancellation_slot slot() { return wake_.slot(); }
  asio::ip::tcp::socket::executor_type executor() { return channel_->executor(); }

 private:
  // True when requests can be read.
  asio::awaitable<bool> greet();
  asio::awaitable<void> serve();
  // True when the connection goes on.
  asio::awaitable<bool> answer();
  asio::awaitable<bool> refuse(Response refusal);
  bool may_ask(const Request& request) const;
  asio::awaitable<bool> send(Response response, ReplyBody wanted);
  asio::awaitable<bool> send_stream(Response response);
  asio::awaitable<void> withhold(Delivery delivery);

  std::shared_ptr<const Service> service_;
  std::shared_ptr<Channel> channel_;
  RequestReader reader_;
  std::string head_;
  asio::cancellation_signal wake_;
  BodyStream* stream_ = nullptr;  // while one is being written
  bool is_withholding_ = false;   // an answer that is never sent
  bool is_greeting_ = false;
  bool is_stopping_ = false;
};

}  // namespace npushare::http
