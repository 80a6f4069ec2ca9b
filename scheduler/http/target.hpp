/// The request target: `/path?key=value` in percent-encoding, to a decoded path and query.
///
/// An absolute target (`http://host/path`) is accepted as RFC 9112 3.2.2 asks; the host is not
/// looked at. Errors: kInvalid: a broken percent code, a zero byte, or no path.
#pragma once

#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::http {

/// Sets path and query of the request.
Result<> read_target(std::string_view target, Request& request);

}  // namespace npushare::http
