/// What we tell a credential plugin, and what it answers.
///
/// Errors: kInvalid: the answer is no ExecCredential of the version asked for, or holds neither a
///         token nor a certificate with its key.
/// Source: spec/kube-scheduler-extender.md 4.4; client.authentication.k8s.io/v1 and v1beta1.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "accounting/result.hpp"
#include "scheduler/kube/endpoint.hpp"

namespace npushare::kube {

struct ExecCredential {
  std::string token;
  std::string client_cert_pem;  // both or none
  std::string client_key_pem;
  std::optional<std::chrono::sys_seconds> expires;
};

/// The value of KUBERNETES_EXEC_INFO.
std::string exec_info(const ExecPlugin& plugin, const Endpoint& endpoint);

Result<ExecCredential> read_exec_credential(std::string_view text, std::string_view api_version);

}  // namespace npushare::kube
