/// Which kind of file a document is.
#pragma once

#include <cstdint>
#include <string_view>

#include "config/yaml_node.hpp"

namespace npushare::config {

enum class FileKind : std::uint8_t {
  kSettings,
  kDeviceConfig,
  kNodeConfig,
  kCluster,
  kConfigMap,
  kKubeScheduler,
  kVolcanoScheduler,
  kResourceQuota,
  kUnknown,
};

/// By content; by the file's name where the content could be several. `document` null: an empty
/// file.
FileKind kind_of(const YamlNode& document, std::string_view name);

/// Of a text's first document; kUnknown when it is no YAML.
FileKind kind_of_file(std::string_view text, std::string_view name);

}  // namespace npushare::config
