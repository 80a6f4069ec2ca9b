/// The webhook that the embedded API server asks about each Binding, as `webhooks:` of a cluster
/// file says.
///
/// Shape:  at most one {url, timeoutSeconds}. A url is http://127.0.0.1:PORT/PATH, or /PATH alone:
/// that of
///         the service which the cluster is embedded in. A webhook that fails fails the Binding.
/// Source: admissionregistration.k8s.io/v1 MutatingWebhook.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "config/mapping_reader.hpp"

namespace npushare::config {

struct ClusterWebhook {
  std::uint16_t port = 0;  // of 127.0.0.1; 0: the service's own
  std::string path;
  std::chrono::seconds timeout{5};
};

/// The list `webhooks` of `root`.
std::optional<ClusterWebhook> cluster_webhook_of(MappingReader& root);

}  // namespace npushare::config
