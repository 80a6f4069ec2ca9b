/// A request and its answer, free of any HTTP library.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace npushare::http {

namespace asio = boost::asio;

/// The other end of the connection, while its request is being answered.
class Caller {
 public:
  Caller() = default;
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  virtual ~Caller() = default;
  /// True once it has hung up: nobody will read the answer. From any thread, until the answer.
  virtual bool has_left() const = 0;
};

struct Request {
  std::string method;                                      // GET, POST, ...
  std::string path;                                        // decoded, without the query
  std::vector<std::pair<std::string, std::string>> query;  // decoded
  std::string content_type;
  std::string authorization;  // the header, as sent
  std::string if_none_match;  // likewise; several of them joined by commas
  /// The connection's own buffer: valid until the answer is written. One byte past the end is a
  /// zero.
  std::span<char> body;

  const Caller* caller = nullptr;  // set by the server

  std::string_view text() const { return {body.data(), body.size()}; }
  /// Empty when the query does not name it.
  std::string_view query_value(std::string_view name) const {
    for (const auto& [key, value] : query)
      if (key == name) return value;
    return {};
  }
};

/// Where a streaming answer writes.
class Stream {
 public:
  virtual ~Stream() = default;
  /// Sends the chunk at once. False: the client has gone, or the server stops.
  virtual asio::awaitable<bool> write(std::string chunk) = 0;
  /// Ends the connection when the stream's function returns, with the body left incomplete.
  virtual void cut() = 0;
};

/// What becomes of an answer. All but kSent play a broken network: fault scripts ask for them.
enum class Delivery : std::uint8_t {
  kSent,
  kReset,     // nothing is sent and the connection is reset
  kWithheld,  // nothing is sent until the client gives up
};

struct Response {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string body{};
  std::vector<std::pair<std::string, std::string>> headers{};
  /// Pieces of the request's body that are sent with it, each with how much of `body` comes before
  /// it; in order.
  std::vector<std::pair<std::size_t, std::string_view>> splices{};
  bool close = false;  // end the connection after this answer
  Delivery delivery = Delivery::kSent;
  /// When set, the answer is chunked: headers first, then whatever this writes.
  std::function<asio::awaitable<void>(Stream&)> stream{};
};

/// How long `body` is with its splices.
inline std::size_t body_length(const Response& response) {
  std::size_t length = response.body.size();
  for (const auto& [before, piece] : response.splices) length += piece.size();
  return length;
}

using Handler = std::function<asio::awaitable<Response>(Request&)>;

}  // namespace npushare::http
