#include "config/kubeconfig_parts.hpp"

namespace npushare::config {

KubeCluster kube_cluster_of(MappingReader& from, const std::string& folder) {
  KubeCluster cluster;
  cluster.server = said(from, "server");
  if (cluster.server.empty()) from.refuse("server", "is missing", "write https://HOST:PORT");
  cluster.tls_server_name = said(from, "tls-server-name");
  take(from.boolean("insecure-skip-tls-verify"), cluster.skip_verify);
  cluster.ca_pem = said_data(from, "certificate-authority-data");
  cluster.ca_file = said_path(from, "certificate-authority", folder);

  const bool has_authority = !cluster.ca_pem.empty() || !cluster.ca_file.empty();
  if (cluster.skip_verify && has_authority) {
    from.refuse("insecure-skip-tls-verify", "is set beside a certificate authority",
                "remove it, or the authority");
  } else if (cluster.skip_verify) {
    from.warn("insecure-skip-tls-verify", "anybody on the way can pose as the API server",
              "give its certificate-authority instead");
  }
  if (!said(from, "proxy-url").empty()) {
    from.refuse(
        "proxy-url", "proxies are not supported",
        "reach the API server directly, or through a tunnel that `server` names, and remove "
        "this key");
  }
  from.find("disable-compression");  // we ask for none anyway
  from.find("extensions");
  from.refuse_misspelt();
  return cluster;
}

}  // namespace npushare::config
