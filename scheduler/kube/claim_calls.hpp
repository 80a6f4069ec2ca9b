/// The calls about ResourceClaims that a bind makes.
///
/// Deadlines: the caller's, and at most 3 s. Urgent: they wait for nobody's bucket, as bind itself.
/// Errors:    those of RestClient and error_of(); a claim that is there already is kConflict, one
///            that is gone already is no error when it is deleted.
/// Source:    resource.k8s.io/v1; spec/dra-accounting.md 7.6.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <string>

#include "accounting/result.hpp"
#include "scheduler/kube/api.hpp"
#include "scheduler/kube/rest_client.hpp"

namespace npushare::kube {

/// Namespace and name.
struct ClaimKey {
  std::string space;
  std::string name;
};

/// The version that all claims are at now: a consistent read of one of them.
asio::awaitable<Result<std::uint64_t>> newest_claim_version(RestClient& client, Deadline by);

asio::awaitable<Result<>> create_claim(RestClient& client, std::string space, std::string body,
                                       Deadline by);
/// A merge patch.
asio::awaitable<Result<>> patch_claim_status(RestClient& client, ClaimKey claim, std::string body,
                                             Deadline by);
asio::awaitable<Result<>> delete_claim(RestClient& client, ClaimKey claim, Deadline by);

}  // namespace npushare::kube
