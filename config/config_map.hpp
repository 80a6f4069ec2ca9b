/// A file as it is, or inside the ConfigMap manifest that it is deployed with.
///
/// Threads: none.
#pragma once

#include <optional>
#include <string_view>

#include "config/finding.hpp"
#include "config/yaml_node.hpp"
#include "config/yaml_parse.hpp"

namespace npushare::config {

bool is_config_map(const YamlNode& document);

/// Where the text of a ConfigMap's entry stands, so that its lines are those of the manifest.
TextPlace place_of(const YamlNode& entry);

/// The document of `yaml`, or of the entry `key` when the text holds ConfigMaps. Null after an
/// error and for an empty text. Further documents are refused unless they are manifests.
YamlPtr open_config(std::string_view yaml, std::string_view key, Report& report);

}  // namespace npushare::config
