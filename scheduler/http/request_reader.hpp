/// Requests from a connection, one after the other.
///
/// The header goes through Beast's parser; a body of known length is read straight into the body
/// buffer, which moves megabytes several times faster than a parser's body; a chunked body is
/// decoded by the parser. Limits: 64 KiB of header (431), options.body_limit bytes of body (413),
/// both before anything is read. Source: RFC 9112; spec/performance.md 2.1 for the direct read.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "scheduler/http/body_buffer.hpp"
#include "scheduler/http/channel.hpp"
#include "scheduler/http/input_buffer.hpp"
#include "scheduler/http/message.hpp"
#include "scheduler/http/server.hpp"

namespace npushare::http {

/// What came, besides the request itself.
struct Incoming {
  Request request;
  bool keep_alive = false;
  bool is_http11 = false;
};

enum class ReadOutcome : std::uint8_t {
  kRequest,  // incoming() holds it
  kRefused,  // refusal() says why; answer it and close
  kEnded,    // the peer has gone, or a deadline has passed
};

class RequestReader {
 public:
  /// Both must outlive this.
  RequestReader(Channel& channel, const ServerOptions& options)
      : channel_(channel), options_(options) {}

  asio::awaitable<ReadOutcome> read();

  /// True between two requests: nothing of the next one has arrived.
  bool is_idle() const { return is_idle_; }
  Incoming& incoming() { return incoming_; }
  const Response& refusal() const { return *refusal_; }

 private:
  class Head;

  asio::awaitable<ReadOutcome> read_head(Head& head);
  asio::awaitable<ReadOutcome> read_body(Head& head);
  asio::awaitable<ReadOutcome> read_sized(std::size_t size);
  asio::awaitable<ReadOutcome> read_chunked(Head& head);
  asio::awaitable<bool> fill();

  bool parse_head(Head& head);
  bool parse_chunks(Head& head);
  bool check_head(const Head& head);
  bool refuse(unsigned status, std::string_view why);  // always true
  bool refuse_body();

  Channel& channel_;
  const ServerOptions& options_;
  InputBuffer input_;
  BodyBuffer body_;
  Incoming incoming_;
  std::optional<Response> refusal_;
  bool is_idle_ = false;
};

}  // namespace npushare::http
