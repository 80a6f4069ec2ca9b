/// A blocking TLS client of one connection, for the tests of TLS on our server.
///
/// Verifies nothing: tests look at the certificate themselves. Ten seconds for every read.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/http_raw_client.hpp"
#include "tests/support/kube_certificates.hpp"

namespace npushare::testing_support {

class TlsClient {
 public:
  struct Options {
    int newest = TLS1_3_VERSION;
    const Certificate* certificate = nullptr;
  };

  explicit TlsClient(std::uint16_t port) : TlsClient(port, Options{}) {}
  TlsClient(std::uint16_t port, Options options)
      : context_(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free), ssl_(nullptr, &SSL_free) {
    SSL_CTX_set_security_level(context_.get(), 0);
    SSL_CTX_set_min_proto_version(context_.get(), TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context_.get(), options.newest);
    if (options.certificate != nullptr) {
      SSL_CTX_use_certificate(context_.get(), options.certificate->cert.get());
      SSL_CTX_use_PrivateKey(context_.get(), options.certificate->key.get());
    }
    connect(port);
    ssl_.reset(SSL_new(context_.get()));
    constexpr std::array<unsigned char, 12> kProtocols{2,   'h', '2', 8,   'h', 't',
                                                       't', 'p', '/', '1', '.', '1'};
    SSL_set_alpn_protos(ssl_.get(), kProtocols.data(), kProtocols.size());
    SSL_set_fd(ssl_.get(), socket_);
    is_connected_ = SSL_connect(ssl_.get()) == 1;
  }
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;
  ~TlsClient() { ::close(socket_); }

  bool is_connected() const { return is_connected_; }
  std::string version() const { return SSL_get_version(ssl_.get()); }
  std::string protocol() const {
    const unsigned char* text = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(ssl_.get(), &text, &size);
    return {reinterpret_cast<const char*>(text), size};
  }
  bool was_shown(const Certificate& certificate) const {
    return X509_cmp(SSL_get0_peer_certificate(ssl_.get()), certificate.cert.get()) == 0;
  }

  bool send(std::string_view bytes) {
    return SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())) ==
           static_cast<int>(bytes.size());
  }

  /// One answer with a Content-Length; nothing when the connection ends before it is whole.
  std::optional<RawReply> receive() {
    RawReply reply;
    std::size_t end = pending_.find("\r\n\r\n");
    for (; end == std::string::npos; end = pending_.find("\r\n\r\n"))
      if (!fill()) return std::nullopt;
    reply.head = pending_.substr(0, end + 4);
    pending_.erase(0, end + 4);
    std::from_chars(reply.head.data() + 9, reply.head.data() + 12, reply.status);
    const std::size_t length = length_of(reply.head);
    while (pending_.size() < length)
      if (!fill()) return std::nullopt;
    reply.body = pending_.substr(0, length);
    pending_.erase(0, length);
    return reply;
  }
  std::optional<RawReply> ask(std::string_view request) {
    if (!send(request)) return std::nullopt;
    return receive();
  }

  /// True when the server ends the connection with its goodbye, and not by a mere close.
  bool hears_goodbye() {
    while (fill()) continue;
    return (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
  }

 private:
  void connect(std::uint16_t port) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    const timeval patience{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("no connection");
  }

  bool fill() {
    std::array<char, 16384> bytes;
    const int size = SSL_read(ssl_.get(), bytes.data(), bytes.size());
    if (size <= 0) return false;
    pending_.append(bytes.data(), static_cast<std::size_t>(size));
    return true;
  }

  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
  int socket_ = -1;
  bool is_connected_ = false;
  std::string pending_;
};

}  // namespace npushare::testing_support
