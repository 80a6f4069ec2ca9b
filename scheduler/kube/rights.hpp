/// Whether the API server lets us do what we will have to do: asked at the start, so that a missing
/// right is a sentence then and not a refused bind at night.
///
/// Errors: kUnauthorized naming every right that is missing; what RestClient and error_of() say
///         when the question itself fails. A server that does not know the question is not asked
///         further: that is no error.
/// Source: spec/kube-scheduler-extender.md 4.5; authorization.k8s.io/v1 SelfSubjectAccessReview.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>
#include <vector>

#include "accounting/result.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::kube {

struct Right {
  std::string verb;
  std::string group{};  // empty: the core group
  std::string resource;
  std::string subresource{};
  std::string space{};  // empty: everywhere
  std::string name{};   // empty: any
};

/// `patch nodes`, `get leases.coordination.k8s.io "npushare" in kube-system`.
std::string text_of(const Right& right);

/// An object by name in its namespace.
struct Named {
  std::string space;
  std::string name;
};

/// What the service is set up to do.
struct Duties {
  bool locks_nodes = true;
  bool reads_budgets = false;
  bool writes_events = false;
  bool reads_claims = false;     // and slices, where they are served
  bool writes_capacity = false;  // of nodes
  bool makes_templates = false;  // of claims
  bool makes_claims = false;
  std::optional<Named> lease{};
  std::optional<Named> config_map{};
};

std::vector<Right> rights_for(const Duties& duties);

asio::awaitable<Result<>> check_rights(RestClient& client, std::vector<Right> rights);

}  // namespace npushare::kube
