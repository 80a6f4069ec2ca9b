/// Names in paths and queries of the Kubernetes API.
/// Source: RFC 3986 2.3; k8s.io/apimachinery path.IsValidPathSegmentName.
#pragma once

#include <string>
#include <string_view>

#include "accounting/result.hpp"

namespace npushare::kube {

/// Everything but unreserved characters as %XX.
std::string percent_encoded(std::string_view text);

/// The name as one segment of a path. kInvalid for what cannot be one: empty, ".", "..", or with
/// '/' or '%'.
Result<std::string> path_segment(std::string_view what, std::string_view name);

}  // namespace npushare::kube
