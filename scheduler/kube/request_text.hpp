/// A call as it goes over the wire: head and body.
///
/// Source: RFC 9112.
#pragma once

#include <string>

#include "scheduler/kube/rest_client.hpp"

namespace npushare::kube {

/// May be sent twice without harm.
bool is_read_only(const Call& call);

/// `credentials` are whole header lines.
std::string write_request(const Call& call, const Endpoint& endpoint,
                          const std::string& credentials);

}  // namespace npushare::kube
