/// An API server that answers request by request what a test has written down, byte for byte:
/// answers cut off, never given, or given on a connection that is closed right after. Plain or TLS.
///
/// Threads: the script before the first request; counters and requests from any.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace npushare::testing_support {

namespace asio = boost::asio;

/// What happens to one request.
struct Step {
  enum class Then { kKeep, kClose, kHang };
  std::string answer;
  Then then = Then::kKeep;
};

inline std::string ok(std::string_view body) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         std::string(body);
}

class KubeRawServer {
 public:
  /// `tls` is null for a plain server. The context must outlive this, and be stopped before it
  /// dies.
  KubeRawServer(asio::io_context& context, std::deque<Step> script,
                asio::ssl::context* tls = nullptr)
      : acceptor_(context, {asio::ip::address_v4::loopback(), 0}),
        script_(std::move(script)),
        tls_(tls) {
    asio::co_spawn(context, accept_all(), asio::detached);
  }

  std::string port() const { return std::to_string(acceptor_.local_endpoint().port()); }
  int connections() const {
    const std::lock_guard lock(mutex_);
    return connections_;
  }
  /// Head and body of each request, in order of arrival.
  std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  using Socket = asio::ip::tcp::socket;
  static constexpr auto kAwait = asio::as_tuple(asio::deferred);

  asio::awaitable<void> accept_all() {
    while (true) {
      auto accepting = acceptor_.async_accept(kAwait);
      auto [error, socket] = co_await std::move(accepting);
      if (error) co_return;
      {
        const std::lock_guard lock(mutex_);
        ++connections_;
      }
      auto serving = serve(std::move(socket));
      asio::co_spawn(acceptor_.get_executor(), std::move(serving), asio::detached);
    }
  }

  asio::awaitable<void> serve(Socket socket) {
    if (tls_ == nullptr) {
      auto talking = talk(socket);
      co_return co_await std::move(talking);
    }
    asio::ssl::stream<Socket> stream(std::move(socket), *tls_);
    auto shaking = stream.async_handshake(asio::ssl::stream_base::server, kAwait);
    const auto [error] = co_await std::move(shaking);
    if (error) co_return;
    auto talking = talk(stream);
    co_await std::move(talking);
  }

  template <class Channel>
  asio::awaitable<void> talk(Channel& channel) {
    std::string input;
    while (true) {
      auto reading = read_request(channel, input);
      if (!co_await std::move(reading)) co_return;
      const Step step = next();
      auto writing = asio::async_write(channel, asio::buffer(step.answer), kAwait);
      const auto [error, size] = co_await std::move(writing);
      if (error || step.then == Step::Then::kClose) co_return;
      if (step.then == Step::Then::kKeep) continue;
      // Hangs until the client gives up.
      auto waiting =
          asio::async_read_until(channel, asio::dynamic_buffer(input), "\r\n\r\n", kAwait);
      co_await std::move(waiting);
      co_return;
    }
  }

  template <class Channel>
  asio::awaitable<bool> read_request(Channel& channel, std::string& input) {
    auto reading_head =
        asio::async_read_until(channel, asio::dynamic_buffer(input), "\r\n\r\n", kAwait);
    const auto [error, head] = co_await std::move(reading_head);
    if (error) co_return false;
    const std::size_t whole = head + length_of(input.substr(0, head));
    while (input.size() < whole) {
      const std::size_t before = input.size();
      input.resize(whole);
      auto reading =
          channel.async_read_some(asio::buffer(input.data() + before, whole - before), kAwait);
      const auto [failed, size] = co_await std::move(reading);
      input.resize(before + size);
      if (failed) co_return false;
    }
    const std::lock_guard lock(mutex_);
    requests_.push_back(input.substr(0, whole));
    input.erase(0, whole);
    co_return true;
  }

  static std::size_t length_of(const std::string& head) {
    constexpr std::string_view kName = "\r\nContent-Length: ";
    const std::size_t at = head.find(kName);
    std::size_t length = 0;
    if (at != std::string::npos)
      std::from_chars(head.data() + at + kName.size(), head.data() + head.size(), length);
    return length;
  }

  Step next() {
    const std::lock_guard lock(mutex_);
    if (script_.empty()) return {ok("{}")};
    Step step = std::move(script_.front());
    script_.pop_front();
    return step;
  }

  asio::ip::tcp::acceptor acceptor_;
  mutable std::mutex mutex_;
  std::deque<Step> script_;
  asio::ssl::context* tls_;
  int connections_ = 0;
  std::vector<std::string> requests_;
};

}  // namespace npushare::testing_support
