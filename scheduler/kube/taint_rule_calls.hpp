/// The calls about DeviceTaintRules.
///
/// Errors:  those of RestClient and error_of(). A rule that is there already, or gone already, is
///          no error: the watch tells what stands.
/// Source:  resource.k8s.io DeviceTaintRule, gate DRADeviceTaintRules: v1alpha3 from Kubernetes
///          1.33, later versions by what the server says.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/kube/rest_client.hpp"
#include "scheduler/wire/taint_rule.hpp"

namespace npushare::kube {

/// The version that the server has the rules in; nothing when it has none.
asio::awaitable<Result<std::optional<std::string>>> taint_rule_version(RestClient& client);

std::string taint_rule_path(const std::string& version);

asio::awaitable<Result<>> create_taint_rule(RestClient& client, std::string version,
                                            wire::TaintRule rule);
asio::awaitable<Result<>> delete_taint_rule(RestClient& client, std::string version,
                                            std::string name);

}  // namespace npushare::kube
