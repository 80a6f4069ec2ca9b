#include "scheduler/kube/tls.hpp"

#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/address.hpp>

namespace npushare::kube {
namespace {

namespace ssl = asio::ssl;
using boost::system::error_code;

Error unusable(std::string_view what, const error_code& error) {
  return {ErrorCode::kInvalid, "TLS: " + std::string(what) + ": " + error.message()};
}

Result<> trust(ssl::context& context, const Endpoint& endpoint) {
  context.set_verify_mode(endpoint.skip_verify ? ssl::verify_none : ssl::verify_peer);
  error_code error;
  if (endpoint.ca_pem.empty()) {
    context.set_default_verify_paths(error);
  } else {
    context.add_certificate_authority(asio::buffer(endpoint.ca_pem), error);
  }
  if (error) return unusable("the certificate authority cannot be read", error);
  return {};
}

Result<> identify(ssl::context& context, const Endpoint& endpoint) {
  if (endpoint.client_cert_pem.empty() && endpoint.client_key_pem.empty()) return {};
  if (endpoint.client_cert_pem.empty() || endpoint.client_key_pem.empty())
    return Error{ErrorCode::kInvalid,
                 "TLS: a client certificate needs its key and a key its certificate"};
  error_code error;
  context.use_certificate_chain(asio::buffer(endpoint.client_cert_pem), error);
  if (error) return unusable("the client certificate cannot be read", error);
  context.use_private_key(asio::buffer(endpoint.client_key_pem), ssl::context::pem, error);
  if (error) return unusable("the client key cannot be read or is another certificate's", error);
  return {};
}

const std::string& name_to_verify(const Endpoint& endpoint) {
  return endpoint.server_name.empty() ? endpoint.host : endpoint.server_name;
}

}  // namespace

Result<std::shared_ptr<ssl::context>> tls_context_for(const Endpoint& endpoint) {
  if (!endpoint.tls) return std::shared_ptr<ssl::context>();
  auto context = std::make_shared<ssl::context>(ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  constexpr std::array<unsigned char, 9> kProtocols{8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  SSL_CTX_set_alpn_protos(context->native_handle(), kProtocols.data(), kProtocols.size());

  const Result<> trusting = trust(*context, endpoint);
  if (!trusting) return trusting.error();
  const Result<> identified = identify(*context, endpoint);
  if (!identified) return identified.error();
  return context;
}

Result<> expect_server(SSL* connection, const Endpoint& endpoint) {
  const std::string& name = name_to_verify(endpoint);
  error_code no_address;
  asio::ip::make_address(name, no_address);
  X509_VERIFY_PARAM* rules = SSL_get0_param(connection);
  const bool is_set = no_address
                          ? SSL_set_tlsext_host_name(connection, name.c_str()) == 1 &&
                                X509_VERIFY_PARAM_set1_host(rules, name.c_str(), name.size()) == 1
                          : X509_VERIFY_PARAM_set1_ip_asc(rules, name.c_str()) == 1;
  if (is_set) return {};
  return Error{ErrorCode::kInvalid, "TLS: \"" + name + "\" is no server name"};
}

std::string certificate_problem(SSL* connection) {
  const long verdict = SSL_get_verify_result(connection);
  return verdict == X509_V_OK ? std::string() : X509_verify_cert_error_string(verdict);
}

}  // namespace npushare::kube
