/// A JSON value as YAML, block by block, for -o yaml.
///
/// Safety: a text that could be read as anything but itself, or holds a control character, stands
///         in double quotes with JSON's escapes, which YAML reads the same.
#pragma once

#include <string>

#include "scheduler/wire/json.hpp"

namespace npushare::cli {

/// Ends with a newline.
std::string yaml_of(const wire::Json& value);

}  // namespace npushare::cli
