/// YAML text to trees. The one place that knows the YAML library; its exceptions end here.
///
/// Limits:  16 MiB of text; those of YamlTree.
/// Errors:  go to the report with their line: syntax, bytes that are not UTF-8, control characters,
///          duplicate keys, nesting, alias bombs.
/// Threads: no shared state.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "config/finding.hpp"
#include "config/yaml_node.hpp"

namespace npushare::config {

/// Where the text stands in the operator's file. A text embedded there with escapes or folding has
/// no lines of its own: all of it is reported at `first`.
struct TextPlace {
  std::size_t first = 1;
  bool has_lines = true;
};

/// Documents in order, empty ones left out; none after an error.
std::vector<YamlPtr> parse_yaml(std::string_view text, Report& report, TextPlace place = {});

/// The only document. Null when there is none, and with an error when there are several.
YamlPtr parse_one(std::string_view text, Report& report, TextPlace place = {});

}  // namespace npushare::config
