/// Claims and templates on the API server, as a pod's conversion wants them.
///
/// Errors: kConflict naming an object that exists and is another one, with its state; those of
///         json_calls.hpp.
/// Source: spec/dra-accounting.md 4.9.
#pragma once

#include <functional>

#include "accounting/names.hpp"
#include "scheduler/kube/json_calls.hpp"

namespace npushare {

inline constexpr const char* kDraVersion = "apis/resource.k8s.io/v1";

kube::ObjectPath claim_path(const std::string& space, const std::string& name);

/// The object as it stands on the API server, and whether it was made just now.
struct Ensured {
  wire::Json object;
  bool is_new = false;
};

/// Creates the ResourceClaim or ResourceClaimTemplate unless it exists. A template that means the
/// same is as good; a claim is taken over where obstacle_to_adoption() sees nothing against it, and
/// `before_adoption` is told its name first.
boost::asio::awaitable<Result<Ensured>> ensure_object(
    kube::RestClient& client, wire::Json wanted, kube::Deadline by,
    std::function<void(const PodKey& claim)> before_adoption);

}  // namespace npushare
