/// Addresses of services, as a user types them.
///
/// Shape:  http://HOST[:PORT] or https://HOST[:PORT], nothing behind it; a bare HOST:PORT means
/// http. Errors: kInvalid, naming what a usable address looks like.
#pragma once

#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::cli {

Result<kube::Endpoint> endpoint_of(std::string_view url);

/// A path segment or query value, percent-encoded.
std::string encoded(std::string_view text);

}  // namespace npushare::cli
