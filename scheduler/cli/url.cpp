#include "scheduler/cli/url.hpp"

#include <boost/url/encode.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

namespace npushare::cli {
namespace {

Error not_an_address(std::string_view url) {
  return {ErrorCode::kInvalid, "\"" + std::string(url) +
                                   "\" is no address of a service; write http://HOST:PORT, for "
                                   "example http://127.0.0.1:8080"};
}

bool is_scheme_known(const boost::urls::url_view& url) {
  return url.scheme_id() == boost::urls::scheme::http ||
         url.scheme_id() == boost::urls::scheme::https;
}

}  // namespace

Result<kube::Endpoint> endpoint_of(std::string_view url) {
  const std::string text =
      url.find("://") == std::string_view::npos ? "http://" + std::string(url) : std::string(url);
  const auto parsed = boost::urls::parse_uri(text);
  if (!parsed || !is_scheme_known(*parsed) || parsed->encoded_host().empty() ||
      parsed->has_userinfo())
    return not_an_address(url);
  const bool has_more = (!parsed->encoded_path().empty() && parsed->encoded_path() != "/") ||
                        parsed->has_query() || parsed->has_fragment();
  if (has_more) return not_an_address(url);
  kube::Endpoint endpoint;
  endpoint.host = parsed->host_address();
  endpoint.tls = parsed->scheme_id() == boost::urls::scheme::https;
  endpoint.port = std::string(parsed->port());
  if (endpoint.port.empty()) endpoint.port = endpoint.tls ? "443" : "80";
  return endpoint;
}

std::string encoded(std::string_view text) {
  return boost::urls::encode(boost::core::string_view(text.data(), text.size()),
                             boost::urls::unreserved_chars);
}

}  // namespace npushare::cli
