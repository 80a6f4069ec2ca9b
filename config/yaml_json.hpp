/// YAML manifests to JSON text, one string a document, scalars typed as kubectl types them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::config {

/// kInvalid with the line. Empty documents are left out.
Result<std::vector<std::string>> yaml_to_json(std::string_view yaml, std::string_view name);

}  // namespace npushare::config
