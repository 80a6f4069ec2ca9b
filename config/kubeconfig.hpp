/// A kubeconfig: which cluster, and as whom.
///
/// Shape:   only what the chosen context names is read and checked; other clusters and users may be
///          of any form. `*-data` wins over the file of the same name. Relative paths stand from
///          their kubeconfig's folder.
/// Errors:  kInvalid, `FILE:LINE: key: what is wrong; what to write instead`, for whatever we could
///          not honour as kubectl does: auth-provider, proxy-url, an exec plugin that must ask.
/// Threads: plain values.
/// Source:  spec/kube-scheduler-extender.md 4.4; k8s.io/client-go tools/clientcmd.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::config {

/// A program that says who we are.
struct KubeExec {
  std::string api_version;  // client.authentication.k8s.io/v1 or /v1beta1
  std::string command;      // a path, or a name to look up
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;
  std::string install_hint;
  bool wants_cluster = false;  // provideClusterInfo
};

/// Nothing in it: nobody in particular.
struct KubeUser {
  std::string client_cert_pem, client_cert_file;
  std::string client_key_pem, client_key_file;
  std::string token, token_file;
  std::string username, password;
  std::string as_user, as_uid;
  std::vector<std::string> as_groups;
  std::map<std::string, std::vector<std::string>> as_extra;
  std::optional<KubeExec> exec;
};

struct KubeCluster {
  std::string server;
  std::string tls_server_name;  // empty: the server's host
  bool skip_verify = false;
  std::string ca_pem, ca_file;  // both empty: the system's
};

struct Kubeconfig {
  std::string context;
  std::string space;  // the context's namespace; may be empty
  KubeCluster cluster;
  KubeUser user;
  std::vector<std::string> warnings;
};

struct KubeconfigFile {
  std::string path;
  std::string yaml;
};

/// Of several files, the first that has a name decides what it means. An empty `context` is the
/// files' current-context.
Result<Kubeconfig> read_kubeconfig(const std::vector<KubeconfigFile>& files,
                                   std::string_view context);

/// $KUBECONFIG's list as paths; without it `home`/.kube/config.
std::vector<std::string> kubeconfig_paths(std::string_view list, std::string_view home);

}  // namespace npushare::config
