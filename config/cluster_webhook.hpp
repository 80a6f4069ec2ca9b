/// The webhooks that the embedded API server asks, as `webhooks:` of a cluster file says.
///
/// Shape:  a list of {url, on, timeoutSeconds}, at most one for each `on`: bindings (by default),
///         podCreate, podDelete. A url is http://127.0.0.1:PORT/PATH, or /PATH alone: that of the
///         service which the cluster is embedded in. A webhook that fails fails the call.
/// Source: admissionregistration.k8s.io/v1 MutatingWebhook, ValidatingWebhook.
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

/// By what they are asked about.
struct ClusterWebhooks {
  std::optional<ClusterWebhook> bindings;    // the creation of a Binding
  std::optional<ClusterWebhook> pod_create;  // that of a pod
  std::optional<ClusterWebhook> pod_delete;  // a pod's deletion, as its end is asked for
};

/// The list `webhooks` of `root`.
ClusterWebhooks cluster_webhooks_of(MappingReader& root);

}  // namespace npushare::config
