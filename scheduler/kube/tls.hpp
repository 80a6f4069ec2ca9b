/// TLS for the client side: who we trust and who we are.
///
/// TLS 1.2 at least; ALPN http/1.1; the server's certificate must be for the name we asked for.
/// Errors: kInvalid: a certificate or key that cannot be read, or that do not belong together.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/kube/endpoint.hpp"

namespace npushare::kube {

namespace asio = boost::asio;

/// Null for an endpoint without TLS.
Result<std::shared_ptr<asio::ssl::context>> tls_context_for(const Endpoint& endpoint);

/// Prepares one connection: server name indication, and the name or address to verify.
/// kInvalid: OpenSSL takes the name for none.
Result<> expect_server(SSL* connection, const Endpoint& endpoint);

/// Why the last handshake was refused, in OpenSSL's words; empty when it was not the certificate.
std::string certificate_problem(SSL* connection);

}  // namespace npushare::kube
