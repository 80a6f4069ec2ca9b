#include "scheduler/kube/endpoint.hpp"

#include <boost/url/parse.hpp>
#include <cstdlib>
#include <fstream>

namespace npushare::kube {
namespace {

Error bad_url(std::string_view url, std::string_view why) {
  return {ErrorCode::kInvalid,
          "the API server's URL \"" + std::string(url) + "\" " + std::string(why)};
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// Said at the start, where somebody reads it; from then on the file is read as it changes.
Result<> expect_content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (file.peek() != std::ifstream::traits_type::eof()) return {};
  return Error{ErrorCode::kInvalid, path + " cannot be read or is empty"};
}

}  // namespace

Result<Endpoint> endpoint_from_url(std::string_view url) {
  const auto parsed = boost::urls::parse_uri(boost::urls::string_view(url.data(), url.size()));
  if (!parsed) return bad_url(url, "is none: give http://host:port or https://host:port");
  const boost::urls::url_view& parts = *parsed;

  const bool is_tls = parts.scheme_id() == boost::urls::scheme::https;
  if (!is_tls && parts.scheme_id() != boost::urls::scheme::http)
    return bad_url(url, "is neither http nor https");
  if (parts.has_userinfo())
    return bad_url(url, "carries credentials: give them as token or certificate");
  if (parts.encoded_host().empty()) return bad_url(url, "names no host");
  const bool is_root = parts.encoded_path().empty() || parts.encoded_path() == "/";
  if (!is_root || parts.has_query() || parts.has_fragment())
    return bad_url(url, "has a path or a query: give scheme, host and port only");

  Endpoint endpoint;
  endpoint.host = parts.host_address();
  endpoint.port = std::string(parts.port());
  if (endpoint.port.empty()) endpoint.port = is_tls ? "443" : "80";
  endpoint.tls = is_tls;
  return endpoint;
}

ServiceAccount ServiceAccount::from_environment() {
  ServiceAccount account;
  account.host = variable("KUBERNETES_SERVICE_HOST");
  account.port = variable("KUBERNETES_SERVICE_PORT");
  return account;
}

Result<Endpoint> in_cluster_endpoint(const ServiceAccount& account) {
  if (account.host.empty() || account.port.empty())
    return Error{
        ErrorCode::kInvalid,
        "this is no pod of a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are "
        "not set; give the API server's URL instead"};
  Endpoint endpoint;
  endpoint.host = account.host;
  endpoint.port = account.port;
  endpoint.tls = true;
  endpoint.token_file = account.directory + "/token";

  endpoint.ca_file = account.directory + "/ca.crt";
  for (const std::string& file : {endpoint.ca_file, endpoint.token_file})
    if (const Result<> there = expect_content(file); !there) return there.error();
  return endpoint;
}

std::string authority_of(const Endpoint& endpoint) {
  const bool is_v6 = endpoint.host.find(':') != std::string::npos;
  return (is_v6 ? "[" + endpoint.host + "]" : endpoint.host) + ":" + endpoint.port;
}

}  // namespace npushare::kube
