#include "scheduler/http/tls_link.hpp"

#include <openssl/ssl.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <utility>

namespace npushare::http {
namespace {

using boost::system::error_code;

constexpr auto kAwait = asio::as_tuple(asio::deferred);

}  // namespace

struct TlsLink::State {
  State(asio::ip::tcp::socket& socket, TlsIdentity::Context with)
      : context(std::move(with)), stream(socket, *context) {}

  TlsIdentity::Context context;  // kept for as long as the stream lives
  asio::ssl::stream<asio::ip::tcp::socket&> stream;
};

TlsLink::TlsLink(asio::ip::tcp::socket& socket, TlsIdentity::Context context)
    : state_(std::make_unique<State>(socket, std::move(context))) {}

TlsLink::~TlsLink() = default;

asio::awaitable<bool> TlsLink::shake_hands() {
  auto shaking = state_->stream.async_handshake(asio::ssl::stream_base::server, kAwait);
  const auto [error] = co_await std::move(shaking);
  co_return !error;
}

asio::awaitable<std::size_t> TlsLink::read_some(std::span<char> into) {
  const asio::mutable_buffer target(into.data(), into.size());
  auto reading = state_->stream.async_read_some(target, kAwait);
  const auto [error, size] = co_await std::move(reading);
  co_return error ? 0 : size;
}

asio::awaitable<bool> TlsLink::write(Parts parts) {
  auto writing = asio::async_write(state_->stream, parts, kAwait);
  const auto [error, size] = co_await std::move(writing);
  co_return !error;
}

void TlsLink::write_now(std::string_view text) {
  error_code ignored;  // the peer that does not get it sees the connection end instead
  state_->stream.write_some(asio::const_buffer(text.data(), text.size()), ignored);
}

void TlsLink::say_goodbye() {
  error_code ignored;  // the socket waits for nothing, so neither does this for the peer's goodbye
  state_->stream.shutdown(ignored);
}

bool TlsLink::knows_peer() const {
  return SSL_get0_peer_certificate(state_->stream.native_handle()) != nullptr;
}

}  // namespace npushare::http
