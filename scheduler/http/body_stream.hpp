/// The body of a streamed answer, chunk by chunk.
///
/// Each write() is one chunk on the wire, sent at once. HTTP/1.0 peers get the bytes without chunk
/// headers. Source: RFC 9112 7.1.
#pragma once

#include <chrono>
#include <string>

#include "scheduler/http/channel.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::http {

class BodyStream final : public Stream {
 public:
  enum class Framing { kChunked, kUntilClose };

  /// The channel must outlive this. `patience` is how long a peer may take that does not read.
  BodyStream(Channel& channel, Framing framing, std::chrono::milliseconds patience)
      : channel_(channel), framing_(framing), patience_(patience) {}

  asio::awaitable<bool> write(std::string chunk) override;
  void cut() override { is_broken_ = true; }

  /// Tells the peer that the body is complete.
  void finish();

  /// From now on write() is false.
  void stop() { is_open_ = false; }
  bool is_open() const { return is_open_ && !is_broken_; }

 private:
  Channel& channel_;
  Framing framing_;
  std::chrono::milliseconds patience_;
  bool is_open_ = true;
  bool is_broken_ = false;  // the peer has gone or is cut off: the end is not said
};

}  // namespace npushare::http
