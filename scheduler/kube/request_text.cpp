#include "scheduler/kube/request_text.hpp"

namespace npushare::kube {

bool is_read_only(const Call& call) {
  return call.method == "GET" || call.method == "HEAD";
}

std::string write_request(const Call& call, const Endpoint& endpoint,
                          const std::string& credentials) {
  std::string out = call.method + " " + call.target +
                    " HTTP/1.1\r\nHost: " + authority_of(endpoint) +
                    "\r\nUser-Agent: npushare/" NPUSHARE_VERSION "\r\nAccept: application/json\r\n";
  out += credentials;
  if (!call.content_type.empty())
    out.append("Content-Type: ").append(call.content_type).append("\r\n");
  if (!is_read_only(call) || !call.body.empty())
    out.append("Content-Length: ").append(std::to_string(call.body.size())).append("\r\n");
  return out.append("\r\n").append(call.body);
}

}  // namespace npushare::kube
