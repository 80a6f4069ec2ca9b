#include "scheduler/http/tls_identity.hpp"

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl/context.hpp>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

namespace npushare::http {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

/// Of TLS 1.2; those of 1.3 are all good.
constexpr const char* kCiphers =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";

struct Identity {
  TlsIdentity::Context context;
  TlsIdentity::Time valid_until;
};

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file || text.empty()) return Error{ErrorCode::kNotFound, path + ": cannot be read"};
  return text;
}

Error unusable(const std::string& path, std::string_view what, const error_code& error) {
  return {ErrorCode::kInvalid, path + ": " + std::string(what) + ": " + error.message()};
}

/// An HTTP/1.1 server, whatever else the peer would speak.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* size,
                    const unsigned char* offered, unsigned int offered_size, void*) {
  static constexpr unsigned char kOurs[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  unsigned char* found = nullptr;
  const int outcome =
      SSL_select_next_proto(&found, size, kOurs, sizeof kOurs, offered, offered_size);
  *chosen = found;
  return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

void set_rules(ssl::context& context) {
  SSL_CTX* native = context.native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(native, kCiphers);
  SSL_CTX_set_options(native, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                  SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_session_cache_mode(native, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_alpn_select_cb(native, choose_protocol, nullptr);
}

TlsIdentity::Time end_of(ssl::context& context) {
  std::tm end{};
  ASN1_TIME_to_tm(X509_get0_notAfter(SSL_CTX_get0_certificate(context.native_handle())), &end);
  return std::chrono::system_clock::from_time_t(::timegm(&end));
}

Result<> use_pair(ssl::context& context, const TlsFiles& files) {
  const Result<std::string> certificate = read_file(files.certificate);
  if (!certificate) return certificate.error();
  const Result<std::string> key = read_file(files.key);
  if (!key) return key.error();
  error_code error;
  context.use_certificate_chain(boost::asio::buffer(*certificate), error);
  if (error) return unusable(files.certificate, "is no certificate in PEM form", error);
  // Without this an encrypted key would be asked for at the terminal.
  context.set_password_callback([](std::size_t, auto) { return std::string(); }, error);
  if (!error) context.use_private_key(boost::asio::buffer(*key), ssl::context::pem, error);
  if (error)
    return unusable(files.key, "is no plain key in PEM form, or another certificate's", error);
  return {};
}

/// A client may come without a certificate, as the kubelet's probes do; what it may then ask for is
/// the connection's question. One that is shown must be good.
Result<> use_authority(ssl::context& context, const TlsFiles& files) {
  if (files.client_authority.empty()) return {};
  const Result<std::string> authority = read_file(files.client_authority);
  if (!authority) return authority.error();
  error_code error;
  context.add_certificate_authority(boost::asio::buffer(*authority), error);
  if (error) return unusable(files.client_authority, "is no certificate in PEM form", error);
  context.set_verify_mode(ssl::verify_peer, error);
  return {};
}

Result<Identity> read_identity(const TlsFiles& files) {
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  set_rules(*context);
  if (const Result<> used = use_pair(*context, files); !used) return used.error();
  if (const Result<> used = use_authority(*context, files); !used) return used.error();
  const TlsIdentity::Time end = end_of(*context);
  return Identity{std::move(context), end};
}

}  // namespace

TlsIdentity::Stamps TlsIdentity::look() const {
  return {.certificate = stamp_of(files_.certificate),
          .key = stamp_of(files_.key),
          .client_authority = stamp_of(files_.client_authority)};
}

Result<> TlsIdentity::read() {
  const Stamps seen = look();
  Result<Identity> identity = read_identity(files_);
  const std::lock_guard lock(mutex_);
  stamps_ = seen;
  if (!identity) return identity.error();
  context_ = std::move(identity->context);
  valid_until_ = identity->valid_until;
  return {};
}

Result<std::shared_ptr<TlsIdentity>> TlsIdentity::load(TlsFiles files) {
  std::shared_ptr<TlsIdentity> identity(new TlsIdentity(std::move(files)));
  if (const Result<> read = identity->read(); !read) return read.error();
  return identity;
}

Result<TlsIdentity::Refresh> TlsIdentity::refresh() {
  const Stamps now = look();
  {
    const std::lock_guard lock(mutex_);
    if (now == stamps_) return Refresh::kUnchanged;
  }
  if (const Result<> read_again = read(); !read_again) return read_again.error();
  return Refresh::kReplaced;
}

TlsIdentity::Context TlsIdentity::current() const {
  const std::lock_guard lock(mutex_);
  return context_;
}

TlsIdentity::Time TlsIdentity::valid_until() const {
  const std::lock_guard lock(mutex_);
  return valid_until_;
}

}  // namespace npushare::http
