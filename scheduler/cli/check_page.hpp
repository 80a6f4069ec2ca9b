/// Findings about files, as `npushare check` shows them.
#pragma once

#include <string>
#include <vector>

#include "config/finding.hpp"
#include "scheduler/cli/style.hpp"
#include "scheduler/wire/json.hpp"

namespace npushare::cli {

struct CheckedFile {
  std::string name;
  std::string text{};  // empty when it could not be read
  std::vector<config::Finding> findings;
};

/// FILE:LINE, severity and key on one line, then what is wrong and the remedy; a count at the end.
std::string draw_findings(const std::vector<CheckedFile>& files, const Canvas& canvas);

/// {"findings":[{"file","line","severity","key","message","remedy"}],"errors":0,"warnings":0}
wire::Json findings_json(const std::vector<CheckedFile>& files);

std::size_t count(const std::vector<CheckedFile>& files, config::Severity severity);

}  // namespace npushare::cli
