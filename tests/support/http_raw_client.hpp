/// A client that sends exactly the bytes it is told, so that tests can split, pipeline and break
/// requests.
///
/// Blocking, with ten seconds for every read: a server that hangs fails the test instead of
/// stopping it. Threads: one.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace npushare::testing_support {

/// What the head says of the body; 0 when it says nothing.
inline std::size_t length_of(std::string_view head) {
  constexpr std::string_view kName = "\r\nContent-Length: ";
  const std::size_t at = head.find(kName);
  std::size_t length = 0;
  if (at != std::string_view::npos)
    std::from_chars(head.data() + at + kName.size(), head.data() + head.size(), length);
  return length;
}

struct RawReply {
  unsigned status = 0;
  std::string head;  // status line and headers
  std::string body;  // decoded when chunked

  bool has(std::string_view header_line) const {
    return head.find("\r\n" + std::string(header_line) + "\r\n") != std::string::npos;
  }
};

class RawClient {
 public:
  explicit RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient() { ::close(socket_); }

  bool is_connected() const { return is_connected_; }

  /// False when the server has closed the connection.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  /// One answer; nothing when the connection ends before it is whole.
  std::optional<RawReply> receive() {
    RawReply reply;
    std::optional<std::string> head = take_until("\r\n\r\n");
    if (!head) return std::nullopt;
    reply.head = std::move(*head);
    std::from_chars(reply.head.data() + 9, reply.head.data() + 12, reply.status);
    const bool is_whole = reply.has("Transfer-Encoding: chunked")
                              ? take_chunks(reply.body)
                              : take(length_of(reply.head), reply.body);
    return is_whole ? std::optional(std::move(reply)) : std::nullopt;
  }

  std::optional<RawReply> ask(std::string_view request) {
    if (!send(request)) return std::nullopt;
    return receive();
  }

  /// The head of an answer to HEAD, or of a stream whose chunks are taken one by one.
  std::optional<std::string> receive_head() { return take_until("\r\n\r\n"); }
  std::optional<std::string> receive_chunk() {
    std::string chunk;
    return take_chunk(chunk) ? std::optional(chunk) : std::nullopt;
  }

  /// Everything up to the end of the connection; nothing when it does not end.
  std::optional<std::string> receive_rest() {
    while (fill()) continue;
    return has_ended_ ? std::optional(std::exchange(pending_, {})) : std::nullopt;
  }

 private:
  bool fill() {
    std::array<char, 65536> bytes;
    const ssize_t size = ::recv(socket_, bytes.data(), bytes.size(), 0);
    has_ended_ = size == 0 || (size < 0 && errno == ECONNRESET);
    if (size <= 0) return false;
    pending_.append(bytes.data(), static_cast<std::size_t>(size));
    return true;
  }

  std::optional<std::string> take_until(std::string_view mark) {
    std::size_t at = pending_.find(mark);
    for (; at == std::string::npos; at = pending_.find(mark))
      if (!fill()) return std::nullopt;
    std::string taken = pending_.substr(0, at + mark.size());
    pending_.erase(0, at + mark.size());
    return taken;
  }

  bool take(std::size_t size, std::string& out) {
    while (pending_.size() < size)
      if (!fill()) return false;
    out.append(pending_, 0, size);
    pending_.erase(0, size);
    return true;
  }

  bool take_chunk(std::string& out) {
    const std::optional<std::string> line = take_until("\r\n");
    if (!line) return false;
    std::size_t size = 0;
    std::from_chars(line->data(), line->data() + line->size(), size, 16);
    std::string ending;
    return take(size, out) && take(2, ending) && ending == "\r\n";
  }

  bool take_chunks(std::string& out) {
    for (std::size_t before = 0;; before = out.size()) {
      if (!take_chunk(out)) return false;
      if (out.size() == before) return true;
    }
  }

  int socket_;
  bool is_connected_ = false;
  bool has_ended_ = false;
  std::string pending_;
};

}  // namespace npushare::testing_support
