/// The parts of a kubeconfig, each read from its mapping.
///
/// Errors: go to the report of the reader's file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/kubeconfig.hpp"
#include "config/mapping_reader.hpp"

namespace npushare::config {

/// The value as written. What is absent, null or "" counts as not said, as kubectl writes it so.
std::string said(MappingReader& from, std::string_view key);

/// The value as a path from `folder`, unless it is absolute or not said.
std::string said_path(MappingReader& from, std::string_view key, const std::string& folder);

/// The value decoded; empty when not said.
std::string said_data(MappingReader& from, std::string_view key);

KubeCluster kube_cluster_of(MappingReader& from, const std::string& folder);
KubeUser kube_user_of(MappingReader& from, const std::string& folder);
KubeExec kube_exec_of(MappingReader& from, const std::string& folder);

/// RFC 4648 with padding; line breaks are skipped. Nothing for any other text.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace npushare::config
