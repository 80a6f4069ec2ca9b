/// From a parsed document to values, one function a kind of file. What is wrong goes to the report;
/// the value is worth something only when the report has no errors.
///
/// Threads: none.
#pragma once

#include "accounting/catalogue.hpp"
#include "config/cluster_file.hpp"
#include "config/finding.hpp"
#include "config/node_config.hpp"
#include "config/settings.hpp"
#include "config/yaml_node.hpp"

namespace npushare::config {

/// `document` null: an empty file.
Settings settings_of(const YamlNode* document, Report& report);

/// `document` null: an error, as a missing `vnpus` is.
Catalogue catalogue_of(const YamlNode* document, Report& report);

NodeConfig node_config_of(const YamlNode* document, Report& report);

ClusterFile cluster_of(const YamlNode* document, Report& report);

/// One element of `vnpus.configs`; `path` names it.
ChipModel chip_model_of(const YamlNode& node, const std::string& path, Report& report);

/// One element of the cluster's `nodes`: one node, or `count` of them.
std::vector<ClusterNode> cluster_nodes_of(const YamlNode& node, const std::string& path,
                                          Report& report);

}  // namespace npushare::config
