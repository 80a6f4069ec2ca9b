/// Reading the frame of a volcano-scheduler.conf piece by piece, as strictly as Volcano does.
///
/// Errors:  go to the report with their line; the call then gives an empty value. An absent key and
///          one without a value are the same.
/// Threads: no shared state.
/// Source:  spec/volcano-deviceshare.md 6.1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/finding.hpp"
#include "config/yaml_node.hpp"

namespace npushare::config {

/// The end of a message about what Volcano does not forgive.
inline constexpr const char* kRefused = ", so Volcano refuses the whole file";

/// `tiers[0]` and `plugins` to `tiers[0].plugins`.
std::string joined(const std::string& path, const std::string& key);

/// Null when there is no value.
const YamlNode* value_in(const YamlNode& node, std::string_view key);

bool is_mapping(const YamlNode& node, const std::string& path, Report& report);

std::vector<YamlPtr> list_in(const YamlNode& node, const std::string& key, const std::string& path,
                             Report& report);

/// Any scalar as it is written.
std::string word_in(const YamlNode& node, const std::string& key, const std::string& path,
                    Report& report);

/// Volcano ignores what it does not know, so a slip of the pen shows nowhere else.
void warn_of_unknown(const YamlNode& node, const std::string& path,
                     const std::vector<std::string>& known, Report& report);

}  // namespace npushare::config
