/// Where the API server is: from a URL, or from inside the cluster.
///
/// Errors: kInvalid with what is wrong and what to give instead.
/// Source: spec/kube-scheduler-extender.md 4.4.
#pragma once

#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::kube {

/// http://host:port or https://host:port; IPv6 in brackets; the scheme's port when none is given.
Result<Endpoint> endpoint_from_url(std::string_view url);

/// What the kubelet gives to every pod.
struct ServiceAccount {
  std::string host;  // KUBERNETES_SERVICE_HOST
  std::string port;  // KUBERNETES_SERVICE_PORT
  std::string directory = "/var/run/secrets/kubernetes.io/serviceaccount";

  static ServiceAccount from_environment();
};

Result<Endpoint> in_cluster_endpoint(
    const ServiceAccount& account = ServiceAccount::from_environment());

/// "host:port", with brackets around an IPv6 address: for the Host header and for messages.
std::string authority_of(const Endpoint& endpoint);

}  // namespace npushare::kube
