/// What GET /v1/drift says, as a table for a person.
///
/// Errors: kInternal when the answer is not of this shape at all. Every text has passed
/// printable().
#pragma once

#include <string>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/cli/style.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

struct DriftView {
  std::string kind;
  std::string object;  // namespace/pod, node, or node/chip
  std::string detail;

  friend bool operator==(const DriftView&, const DriftView&) = default;
};

Result<std::vector<DriftView>> read_drift(const wire::Json& answer);

/// Grouped by kind, each with what the kind means and what to do about it.
std::string draw_drift(const std::vector<DriftView>& entries, const Canvas& canvas);

}  // namespace npushare::cli
