/// How Volcano's scheduler takes the scalars of its configuration.
///
/// Errors:  nothing for what it would ignore (a plugin's argument) or refuse the file for (an
///          option of its own).
/// Threads: no shared state.
/// Source:  spec/volcano-deviceshare.md 1.1 "Conversion rules", 6.1; vectors V-105 to V-107.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "config/yaml_node.hpp"

namespace npushare::config {

/// An argument that is a bool: plain `true` or `yes`, or text such as "true", "T" or "1".
std::optional<bool> volcano_bool(const YamlNode& node);

/// A plain whole number: 10 and 0x10, not "10", 10.0 or 1e1.
std::optional<std::int64_t> volcano_integer(const YamlNode& node);

/// Text that no number or bool can be taken for, or quoted.
std::optional<std::string> volcano_text(const YamlNode& node);

/// An option of Volcano's own, e.g. enablePredicate: a plain bool only.
std::optional<bool> volcano_switch(const YamlNode& node);

/// The value as a finding names it: `"10" in quotes`, `10.0`, `a list`, `nothing`.
std::string written(const YamlNode& node);

}  // namespace npushare::config
