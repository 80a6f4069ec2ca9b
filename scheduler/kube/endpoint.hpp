/// Where the API server is and how to prove who we are.
///
/// Shape:  of data and a file of the same thing, the data wins. Files are read again while we run.
/// Errors: kInvalid with what is wrong and what to give instead.
/// Source: spec/kube-scheduler-extender.md 4.4.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounting/result.hpp"

namespace npushare::kube {

/// A program that says who we are, by client.authentication.k8s.io.
struct ExecPlugin {
  std::string api_version;
  std::vector<std::string> words;                                // the program and its arguments
  std::vector<std::pair<std::string, std::string>> environment;  // beside our own
  std::string install_hint;                                      // for messages
  bool wants_cluster = false;
};

/// Whom to act as; nobody else when `user` is empty.
struct Impersonation {
  std::string user;
  std::string uid;
  std::vector<std::string> groups;
  std::map<std::string, std::vector<std::string>> extra;
};

struct Endpoint {
  std::string host;
  std::string port;
  bool tls = false;
  std::string ca_pem, ca_file;  // none: the system's roots
  std::string server_name;      // for SNI and verification; empty: host
  bool skip_verify = false;
  std::string client_cert_pem, client_cert_file;  // both halves or none
  std::string client_key_pem, client_key_file;
  std::string token, token_file;   // bearer; the file wins while it holds one
  std::string username, password;  // when there is no token
  std::optional<ExecPlugin> exec;  // when there is neither
  Impersonation as;
};

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
