/// Files as the user keeps them, and a manifest as JSON the service takes.
///
/// Errors: kNotFound for a file that cannot be read; kInvalid with the line for one that is no
/// YAML, and
///         when it does not hold exactly one document.
#pragma once

#include <string>

#include "accounting/result.hpp"

namespace npushare::cli {

/// All of a file; `path` may be - for standard input.
Result<std::string> read_file(const std::string& path);

/// `path` may be - for standard input.
Result<std::string> read_manifest(const std::string& path);

}  // namespace npushare::cli
