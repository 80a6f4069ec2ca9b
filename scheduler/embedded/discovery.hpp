/// What a client may ask before anything else: which groups, versions and kinds there are.
///
/// Paths:  /api, /apis, /api/v1, /apis/GROUP, /apis/GROUP/VERSION.
/// Source: k8s.io/apimachinery meta/v1 APIVersions, APIGroupList, APIGroup, APIResourceList.
#pragma once

#include <optional>
#include <string_view>

#include "scheduler/wire/json.hpp"

namespace npushare::embedded {

enum class Devices { kServed, kUnknown };  // resource.k8s.io

/// Nothing when the path is none of these, or names a group that is not served.
std::optional<wire::Json> discover(std::string_view path, Devices devices);

}  // namespace npushare::embedded
