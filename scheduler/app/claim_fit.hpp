/// Would these claims fit now? Asked before there are any, for the preview of a conversion.
///
/// Shape:   the answer has explain's parts: summary, request, nodes, hints (dra/claim_explain.hpp).
/// Cost:    lists all slices, claims and classes anew: a question that people ask, not schedulers.
/// Errors:  kInvalid for claims that cannot be read; those of json_calls.hpp; kNotFound where the
///          API server serves no claims.
#pragma once

#include <vector>

#include "scheduler/dra/claim_fit.hpp"
#include "scheduler/kube/json_calls.hpp"

namespace npushare {

/// `claims` are ResourceClaims as JSON, all of one pod.
boost::asio::awaitable<Result<wire::Json>> ask_fit(kube::RestClient& client,
                                                   std::vector<wire::Json> claims,
                                                   kube::Deadline by);

}  // namespace npushare
